import { Worker } from "node:worker_threads";

export type Protocol = "http" | "mqtt";

export type LoadOrder =
  | {
      readonly open: Protocol;
      readonly port: number;
      /** First packets of each connection. They are answered before the measurement starts. */
      readonly hello: readonly Uint8Array[];
    }
  | {
      /** Index of the group of connections that is used. Groups are numbered in the order of opening. */
      readonly to: number;
      /**
       * The requests to send. Request i is sent over connection i modulo the number of connections, after this
       * connection has received its previous response.
       */
      readonly requests: readonly Uint8Array[];
      /**
       * Number of HTTP requests that each element of `requests` holds (pipelining). The first response is examined. The
       * others must be as long. Undefined: 1.
       */
      readonly each?: number;
    }
  | {
      /**
       * Index of the group of connections that repeats the requests for `ms`. A refused request does not end the
       * repetition; refusals are counted.
       */
      readonly flood: number;
      readonly requests: readonly Uint8Array[];
      readonly ms: number;
    };

export interface LoadFigures {
  /** Responses per second that are no refusals. */
  readonly perSecond: number;
  /** Refused requests per second. */
  readonly refused: number;
  /** Time from a request to its response, 95th percentile, ms. */
  readonly p95: number;
}

export type LoadReport = LoadFigures | { readonly failed: string };

/**
 * Load generator. It runs in a separate thread and sends prepared bytes over plain sockets. So it takes little CPU
 * time, equally for Shotkeeper and the baseline, and does not load the server's thread.
 */
export class Load {
  private constructor(private readonly worker: Worker) {}

  static open(): Load {
    return new Load(new Worker(new URL(import.meta.url)));
  }

  private order(o: LoadOrder): Promise<LoadFigures> {
    return new Promise((resolve, reject) => {
      this.worker.once("message", (r: LoadReport) =>
        "failed" in r ? reject(new Error(r.failed)) : resolve(r),
      );
      this.worker.postMessage(o);
    });
  }

  private groups = 0;

  /** Opens a group of connections. Returns the index of the group. */
  async connect(open: Protocol, port: number, hello: readonly Uint8Array[]): Promise<number> {
    await this.order({ open, port, hello });
    return this.groups++;
  }

  /** Sends the requests. Returns the number of responses per second. Throws at the first response that is an error. */
  async send(to: number, requests: readonly Uint8Array[]): Promise<number> {
    return (await this.measure(to, requests)).perSecond;
  }

  /**
   * Sends the requests and measures them. Returns all figures of the measurement. Throws at the first response that is
   * an error.
   */
  measure(to: number, requests: readonly Uint8Array[]): Promise<LoadFigures> {
    return this.order({ to, requests });
  }

  /**
   * Sends groups of `each` equal requests. A group is sent in one piece (pipelining), which takes the load generator a
   * fraction of the processor time. Returns the responses per second.
   */
  async sendGroups(to: number, groups: readonly Uint8Array[], each: number): Promise<number> {
    return (await this.order({ to, requests: groups, each })).perSecond * each;
  }

  /** Repeats the requests for `ms` as fast as they are answered. Refusals are counted. */
  flood(to: number, requests: readonly Uint8Array[], ms: number): Promise<LoadFigures> {
    return this.order({ flood: to, requests, ms });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

/** Encodes a POST request of HTTP as bytes. */
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
