import { connect, type Socket } from "node:net";
import { TroubleError } from "./trouble.ts";

/** Timeouts of the steps of printing on a network printer, ms. */
export interface Timeouts {
  readonly connect: number;
  /** Maximum time until a printer answers a status query. */
  readonly answer: number;
  /** Maximum time until the printer has taken the bytes. A printer without paper stops taking bytes. */
  readonly send: number;
  /** Maximum time until the printer has printed a label that it has received. */
  readonly print: number;
  /**
   * Maximum time until the printer closes the connection after all bytes are sent. Only for printers that answer no
   * status queries: the close is their only confirmation. Without it, nobody knows whether the label was printed
   * (`notConfirmed`).
   */
  readonly close: number;
  /** Time for which a status is cached. Afterwards the printer is queried again. */
  readonly fresh: number;
}

/** TCP connection to a network printer. Every step has a timeout. */
export class Connection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #failure: Error | undefined;
  #isEnded = false;
  #changed: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => {
      // Keeps only the newest bytes, because a printer may send any number of messages without being queried.
      this.#received = Buffer.concat([this.#received, chunk]).subarray(-4096);
      this.#changed();
    });
    socket.on("end", () => {
      this.#isEnded = true;
      this.#changed();
    });
    socket.on("error", (cause) => {
      this.#failure = cause;
      this.#changed();
    });
    socket.on("close", () => this.#changed());
  }

  /** Connects to a printer. Rejects with the trouble "unreachable" if it refuses or does not answer. */
  static open(host: string, port: number, ms: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      // Half-open connection: when the service ends its sending direction, the receiving direction stays open. So the
      // service can wait until the printer closes the connection too (`end`).
      const socket = connect({ host, port, allowHalfOpen: true });
      const fail = () => {
        clearTimeout(timer);
        socket.destroy();
        reject(new TroubleError("unreachable"));
      };
      const timer = setTimeout(fail, ms);
      socket.once("error", fail);
      socket.once("connect", () => {
        clearTimeout(timer);
        socket.off("error", fail);
        resolve(new Connection(socket));
      });
    });
  }

  /** Passes bytes to the network. Rejects if the connection breaks or the printer does not take them in time. */
  async write(bytes: Uint8Array | string, ms: number): Promise<void> {
    let isTaken = false;
    this.#socket.write(bytes, () => {
      isTaken = true;
      this.#changed();
    });
    const isDone = await this.#until(() => isTaken || undefined, ms);
    if (!isDone) throw this.#failure ?? new TroubleError("notTaken");
  }

  /**
   * Waits until `read` finds an answer in the received bytes, and returns it. Returns undefined after `ms`, or if the
   * connection ended. Removes the received bytes in all cases.
   */
  async answer<T>(read: (received: Buffer) => T | undefined, ms: number): Promise<T | undefined> {
    const found = await this.#until(() => read(this.#received), ms);
    this.#received = Buffer.alloc(0);
    return found;
  }

  /**
   * Ends the sending side. Returns true if the printer then closes the connection too, as after a complete print. If
   * the printer closed the connection earlier, this does not confirm the print.
   */
  async end(ms: number): Promise<boolean> {
    if (this.isOver) return false;
    this.#socket.end();
    await this.#until(() => this.#isEnded || undefined, ms);
    return this.#isEnded && this.#failure === undefined;
  }

  /** True if the connection broke or the printer ended it. */
  get isOver(): boolean {
    return this.#failure !== undefined || this.#isEnded || this.#socket.destroyed;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #until<T>(find: () => T | undefined, ms: number): Promise<T | undefined> {
    return new Promise((resolve) => {
      const finish = (found: T | undefined) => {
        clearTimeout(timer);
        this.#changed = () => {};
        resolve(found);
      };
      const timer = setTimeout(() => finish(undefined), ms);
      this.#changed = () => {
        const found = find();
        if (found !== undefined || this.isOver) finish(found);
      };
      this.#changed();
    });
  }
}
