import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** Behaviour of the printer in a test. */
export interface Behaviour {
  /** Language in which the printer answers status queries. Undefined: it answers none. */
  readonly answers?: "zpl" | "escpos";
  /** True if the printer has no labels. It then takes labels, but prints none. */
  readonly isOutOfPaper?: boolean;
  /** True if the next label that arrives is the last one on the roll. */
  readonly runsOut?: boolean;
  /** Number of received bytes after which the connection breaks. */
  readonly breaksAfter?: number;
  /** True if the printer keeps the connection open for ever. */
  readonly keepsOpen?: boolean;
  /** Milliseconds for which a ZPL printer does not answer while it prints a label. */
  readonly printMs?: number;
  /** True if the printer accepts connections and never reads from them. */
  readonly neverReads?: boolean;
  /** True if the printer closes its side of the connection at once. */
  readonly closesFirst?: boolean;
}

export interface TcpPrinter {
  readonly port: number;
  /** Bytes of the received labels, without status queries. */
  received(): Buffer;
  /**
   * Bytes of the received labels for each connection, without status queries. A broken connection may have only a part
   * of a label.
   */
  connections(): readonly Buffer[];
  /** Number of connections through which a label or a part of it arrived. */
  readonly labels: number;
  behave(to: Behaviour): void;
  stop(): Promise<void>;
}

const hostStatus = (paperOut: boolean, formats: number) => {
  const flag = paperOut ? 1 : 0;
  return (
    `\u0002030,${flag},0,1199,${String(formats).padStart(3, "0")},0,0,0,000,0,0,0\u0003\r\n` +
    `\u0002000,0,0,0,0,2,4,0,00000000,1,000\u0003\r\n\u00021234,0\u0003\r\n`
  );
};

/** Starts a thermal printer: a TCP server on a free port of this computer that takes labels as a real one does. */
export async function startTcpPrinter(first: Behaviour = {}): Promise<TcpPrinter> {
  let behaviour = first;
  const jobs: Buffer[] = [];
  const sockets = new Set<Socket>();

  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    if (behaviour.closesFirst) socket.end();
    if (behaviour.neverReads) return void socket.pause();
    const slot = jobs.push(Buffer.alloc(0)) - 1;
    let asked = 0;
    socket.on("data", (chunk: Buffer) => {
      const { answers, breaksAfter = Number.POSITIVE_INFINITY } = behaviour;
      // A chunk ends with at most one status query, because the service waits for the answer to each query.
      const text = chunk.toString("latin1");
      const question = ["~HS", "\x10\x04\x02", "\x1dr\x01"].find((q) => text.endsWith(q));
      const label = question ? chunk.subarray(0, -question.length) : chunk;
      jobs[slot] = Buffer.concat([jobs[slot] ?? Buffer.alloc(0), label]);
      if (behaviour.runsOut && label.length > 0) behaviour = { ...behaviour, isOutOfPaper: true };
      if ((jobs[slot]?.length ?? 0) > breaksAfter) return socket.resetAndDestroy();
      const { isOutOfPaper = false } = behaviour;
      if (answers === "zpl" && question === "~HS") {
        // Answers the first status query after a label as a printer that is still printing: one label is in its buffer.
        const isPrinting = (jobs[slot]?.length ?? 0) > 0 && (isOutOfPaper || asked++ === 0);
        const ms = isPrinting ? (behaviour.printMs ?? 0) : 0;
        setTimeout(() => socket.write(hostStatus(isOutOfPaper, isPrinting ? 1 : 0)), ms);
      }
      if (answers === "escpos" && question === "\x10\x04\x02")
        socket.write(Uint8Array.of(isOutOfPaper ? 0x32 : 0x12));
      if (answers === "escpos" && question === "\x1dr\x01" && !isOutOfPaper) socket.write(Uint8Array.of(0));
    });
    socket.on("end", () => {
      if (!behaviour.keepsOpen) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received: () => Buffer.concat(jobs),
    connections: () => jobs,
    get labels() {
      return jobs.filter((j) => j.length > 0).length;
    },
    behave(to) {
      behaviour = to;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
