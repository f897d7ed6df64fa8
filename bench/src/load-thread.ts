import { connect, type Socket } from "node:net";
import { parentPort } from "node:worker_threads";
import type { LoadFigures, LoadOrder, LoadReport, Protocol } from "./load.ts";
import { percentile } from "./measure.ts";

/**
 * Functions that return the length of the first response in a buffer, bytes. The result is undefined while the header
 * of the response is incomplete.
 */
const lengthOf: Readonly<Record<Protocol, (b: Buffer) => number | undefined>> = {
  http(b) {
    const end = b.indexOf("\r\n\r\n");
    if (end < 0) return undefined;
    const length = /\r\ncontent-length: *(\d+)/i.exec(b.toString("latin1", 0, end))?.[1];
    return end + 4 + Number(length ?? 0);
  },
  // CONNACK and PUBACK are shorter than 128 bytes, so the length field in their header is one byte.
  mqtt: (b) => (b.length < 2 ? undefined : 2 + (b[1] ?? 0)),
};

const isGood: Readonly<Record<Protocol, (b: Buffer) => boolean>> = {
  http: (b) => b.toString("latin1", 9, 12) === "200" && !b.includes('{"Code":1'),
  mqtt: (b) => (b[0] === 0x20 && b[3] === 0) || b[0] === 0x40,
};

/** Connection of the load generator to the server. The connection has at most one pending request. */
class Line {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private wanted: number | undefined;
  private responses = 1;
  private done: (failure?: string) => void = () => {};

  private constructor(
    private readonly socket: Socket,
    private readonly protocol: Protocol,
  ) {
    socket.on("data", (chunk) => this.take(chunk));
    socket.on("error", (cause) => this.done(cause.message));
    socket.on("close", () => this.done("the connection was closed"));
  }

  static open(protocol: Protocol, port: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () =>
        resolve(new Line(socket, protocol)),
      );
      socket.once("error", reject);
    });
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.wanted === undefined) {
      const first = lengthOf[this.protocol](this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks));
      this.wanted = first && first * this.responses;
    }
    if (this.wanted === undefined || this.size < this.wanted) return;
    const head = this.chunks[0] ?? chunk;
    this.chunks.length = 0;
    this.size = 0;
    this.wanted = undefined;
    this.done(isGood[this.protocol](head) ? undefined : `refused: ${head.toString().slice(0, 2000)}`);
  }

  /** Sends `responses` requests in one piece. Calls `done` when their responses are complete. */
  send(request: Uint8Array, done: (failure?: string) => void, responses = 1): void {
    this.done = done;
    this.responses = responses;
    if (this.socket.destroyed) done("the connection was closed");
    else this.socket.write(request);
  }
}

/** Sends the requests and returns the time of each response, ms. */
function sendAll(lines: readonly Line[], requests: readonly Uint8Array[], each = 1): Promise<number[]> {
  return new Promise((resolve, reject) => {
    let left = requests.length;
    const times: number[] = [];
    lines.forEach((line, first) => {
      let i = first;
      const next = () => {
        const request = requests[i];
        const sentAt = performance.now();
        const onDone = (failure?: string) => {
          if (failure !== undefined) {
            reject(new Error(failure));
            return;
          }
          times.push(performance.now() - sentAt);
          i += lines.length;
          if (--left === 0) resolve(times);
          else next();
        };
        if (request) line.send(request, onDone, each);
      };
      next();
    });
  });
}

/** Repeats the requests on each connection for `ms`. Counts refusals. */
async function flood(
  lines: readonly Line[],
  requests: readonly Uint8Array[],
  ms: number,
): Promise<LoadFigures> {
  const times: number[] = [];
  let refused = 0;
  const endsAt = performance.now() + ms;
  const one = (line: Line, request: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      const sentAt = performance.now();
      line.send(request, (failure) => {
        if (failure === undefined) times.push(performance.now() - sentAt);
        else if (failure.startsWith("refused")) refused++;
        else reject(new Error(failure));
        resolve();
      });
    });
  await Promise.all(
    lines.map(async (line, first) => {
      for (let i = first; performance.now() < endsAt; i++) {
        const request = requests[i % requests.length];
        if (request) await one(line, request);
      }
    }),
  );
  const seconds = ms / 1000;
  return { perSecond: times.length / seconds, refused: refused / seconds, p95: percentile(times, 95) };
}

/** Runs the worker thread of `Load`. `Load` starts the file of the bundle again as this thread. */
export function serveLoad(): void {
  const groups: (readonly Line[])[] = [];
  const obey = async (o: LoadOrder): Promise<LoadFigures> => {
    if ("open" in o) {
      const lines: Line[] = [];
      for (const hello of o.hello) {
        const line = await Line.open(o.open, o.port);
        if (hello.length > 0) await sendAll([line], [hello]);
        lines.push(line);
      }
      groups.push(lines);
      return { perSecond: 0, refused: 0, p95: 0 };
    }
    if ("flood" in o) return flood(groups[o.flood] ?? [], o.requests, o.ms);
    const began = performance.now();
    const times = await sendAll(groups[o.to] ?? [], o.requests, o.each);
    const perSecond = o.requests.length / ((performance.now() - began) / 1000);
    return { perSecond, refused: 0, p95: percentile(times, 95) };
  };
  parentPort?.on("message", (o: LoadOrder) => {
    obey(o).then(
      (figures) => parentPort?.postMessage(figures satisfies LoadReport),
      (cause: Error) => parentPort?.postMessage({ failed: cause.message } satisfies LoadReport),
    );
  });
}
