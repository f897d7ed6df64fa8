import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { SimMachine } from "./machine.ts";

/** A counter that sends a text line to every connection, as serial counters behind a device server do. */
export async function startTcpLines(machine: SimMachine, port = 0) {
  const sockets = new Set<Socket>();
  const line = () => `N=${String(machine.count).padStart(6, "0")};MOLD=${machine.mold}\r\n`;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.write(line());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    /** Sends the present count. Splits the line into two pieces, as a network may do. */
    tell: () => {
      const text = line();
      for (const socket of sockets) {
        socket.write(text.slice(0, 4));
        socket.write(text.slice(4));
      }
    },
    /** Closes all connections, like a device that restarts. */
    drop: () => {
      for (const socket of sockets) socket.destroy();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
