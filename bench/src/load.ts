import { Worker } from "node:worker_threads";

export type Protocol = "http" | "mqtt";

export type LoadOrder =
  | {
      readonly open: Protocol;
      readonly port: number;
      /** One connection each: what it says first and has answered before the load begins. */
      readonly hello: readonly Uint8Array[];
    }
  | {
      /** Number of a group of connections, in the order in which they were opened. */
      readonly to: number;
      /** Dealt out in turn: request i goes to connection i modulo their number, after its answer to the one before. */
      readonly requests: readonly Uint8Array[];
    };

export type LoadReport = { readonly perSecond: number } | { readonly failed: string };

/**
 * The clients. They live in a thread of their own and send bytes made beforehand over plain sockets: what they cost is
 * little, the same on both sides, and not on the server's own thread.
 */
export class Load {
  private constructor(private readonly worker: Worker) {}

  static open(): Load {
    return new Load(new Worker(new URL(import.meta.url)));
  }

  private order(o: LoadOrder): Promise<number> {
    return new Promise((resolve, reject) => {
      this.worker.once("message", (r: LoadReport) =>
        "failed" in r ? reject(new Error(r.failed)) : resolve(r.perSecond),
      );
      this.worker.postMessage(o);
    });
  }

  private groups = 0;

  /** Opens connections; the number names them from then on. */
  async connect(open: Protocol, port: number, hello: readonly Uint8Array[]): Promise<number> {
    await this.order({ open, port, hello });
    return this.groups++;
  }

  /** Answered requests a second; fails with the first answer that is not a success. */
  send(to: number, requests: readonly Uint8Array[]): Promise<number> {
    return this.order({ to, requests });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

/** A POST as bytes. */
export function post(path: string, headers: Readonly<Record<string, string>>, body: unknown): Uint8Array {
  const text = Buffer.from(JSON.stringify(body));
  const lines = [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "content-type: application/json",
    `content-length: ${text.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), text]);
}
