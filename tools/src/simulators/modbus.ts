import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import modbus from "jsmodbus";
import type { SimMachine } from "./machine.ts";

export interface ModbusMachine {
  readonly machine: SimMachine;
  readonly register: number;
  readonly width: 16 | 32;
  readonly order?: "highFirst" | "lowFirst";
}

/**
 * A Modbus TCP device (Modbus Application Protocol 1.1b3): functions 3 and 4 show each machine's count in one or two
 * registers.
 */
export async function startModbus(machines: readonly ModbusMachine[], port = 0) {
  const net = createServer();
  const words = Buffer.alloc(2 * 65_536);
  const server = new modbus.server.TCP(net, { holding: words, input: words });
  const show = () => {
    for (const { machine, register, width, order = "highFirst" } of machines) {
      const low = machine.count % 65_536;
      const high = Math.floor(machine.count / 65_536) % 65_536;
      const list = width === 16 ? [low] : order === "highFirst" ? [high, low] : [low, high];
      for (const [i, word] of list.entries()) words.writeUInt16BE(word, 2 * (register + i));
    }
  };
  server.on("preReadHoldingRegisters", show);
  server.on("preReadInputRegisters", show);
  net.listen(port, "127.0.0.1");
  await once(net, "listening");
  return {
    port: (net.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => net.close(() => resolve())),
  };
}
