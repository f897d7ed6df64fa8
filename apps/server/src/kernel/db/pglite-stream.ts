import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import { packageFile } from "./package-root.ts";

const auth = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]); // Message AuthenticationOk
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]); // Message ReadyForQuery, state idle

/**
 * Embedded database (PGlite) in a worker thread. node-postgres reaches it through a socket, so that the server uses it
 * in the same way as a PostgreSQL server (decision 1).
 */
export class EmbeddedDatabase {
  private constructor(private readonly worker: Worker) {}

  /** Starts the worker. Without `dataDir` the database is in memory. */
  static async open(dataDir: string | undefined): Promise<EmbeddedDatabase> {
    const worker = new Worker(packageFile("pglite-worker.mjs"), { workerData: { dataDir } });
    await new Promise<void>((resolve, reject) => {
      const failed = (cause: Error) => reject(cause);
      const exited = (code: number) =>
        reject(new Error(`the embedded database did not start (exit ${code})`));
      worker.once("error", failed);
      worker.once("exit", exited);
      worker.once("message", () => {
        worker.off("error", failed);
        worker.off("exit", exited);
        resolve();
      });
    });
    return new EmbeddedDatabase(worker);
  }

  /** Returns a new socket to the database. The embedded database has only one session, which all sockets share. */
  connect(): Duplex {
    return new EmbeddedSocket(this.worker);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.worker.on("message", (m: { closed?: true }) => m.closed && resolve());
      this.worker.postMessage({ close: true });
    });
    await this.worker.terminate();
  }
}

/** Socket that transports messages of the PostgreSQL protocol between node-postgres and the worker. */
class EmbeddedSocket extends Duplex {
  private started = false;

  constructor(private readonly worker: Worker) {
    super();
    worker.on("message", this.onAnswer);
    worker.on("error", this.onFailure);
  }

  private readonly onAnswer = (answer: Uint8Array | { failed?: string }) => {
    if (answer instanceof Uint8Array)
      this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
    else if (answer.failed) this.destroy(new Error(answer.failed));
  };
  private readonly onFailure = (error: Error) => this.destroy(error);

  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  override _read(): void {}

  override _writev(chunks: { chunk: Buffer }[], done: (e?: Error | null) => void): void {
    this.forward(Buffer.concat(chunks.map((c) => c.chunk)));
    done();
  }

  override _write(chunk: Buffer, _encoding: string, done: (e?: Error | null) => void): void {
    this.forward(chunk);
    done();
  }

  private forward(bytes: Buffer): void {
    if (!this.started) {
      // The first message is the start-up packet. Any log-in succeeds, because PGlite has one user and one database.
      this.started = true;
      this.push(Buffer.concat([auth, ready]));
      return;
    }
    if (bytes[0] === 0x58) return; // Terminate message: ignored, because the session lives as long as the worker.
    const copy = new Uint8Array(bytes.byteLength);
    copy.set(bytes);
    this.worker.postMessage(copy, [copy.buffer]);
  }

  override _final(done: (e?: Error | null) => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (e?: Error | null) => void): void {
    this.worker.off("message", this.onAnswer);
    this.worker.off("error", this.onFailure);
    done(error);
  }

  // node-postgres calls the following methods on its sockets. They have no effect here.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
