import type { Socket } from "node:net";
import { FrameGuard, type Publish, protocolLevel, pubacks, publishes } from "./mqtt-frames.ts";
import type { Done } from "./mqtt-reports.ts";

/**
 * Waits at most `withinMs` for the first bytes of a connection, reads the protocol level from them, and puts the
 * bytes back into the socket.
 */
export function welcome(socket: Socket, withinMs: number, ready: (level: number) => void): void {
  socket.on("error", () => {});
  const late = setTimeout(() => socket.destroy(), withinMs);
  socket.once("close", () => clearTimeout(late));
  const head: Buffer[] = [];
  const look = (): void => {
    const chunk = socket.read() as Buffer | null;
    if (chunk) head.push(chunk);
    const bytes = Buffer.concat(head);
    const level = protocolLevel(bytes);
    if (level === undefined && !socket.destroyed && !socket.readableEnded) {
      socket.once("readable", look);
      return;
    }
    clearTimeout(late);
    if (level === undefined || level === 0) {
      socket.destroy();
      return;
    }
    socket.unshift(bytes);
    ready(level);
  };
  socket.once("readable", look);
}

/**
 * Handles PUBLISH packets with readings. Later calls `done`: without a cause when the readings are stored, or with a
 * cause if the connection must be closed. Returns false if the broker must handle the packets.
 */
export type TakeReports = (list: readonly Publish[], done: Done) => boolean;

/**
 * Filter between a socket and the broker. It has two tasks:
 * - It closes a connection that announces a packet above the limit. The broker's parser has no limit and would buffer
 * up to 256 MB.
 * - It passes readings directly to the ingest, without the broker. Nearly all packets are PUBLISH with QoS 1, and the
 * broker took a fifth of the time per reading.
 * It replaces the method `read` of the socket, because an additional stream would take as much time as the handling
 * of a small message.
 */
export class SocketGate {
  private readonly frames: FrameGuard;
  /** Callback that handles PUBLISH packets with readings. It is set after the log-in. */
  takeReports: TakeReports | undefined;
  private busy = false;
  /** True if the broker has asked for bytes while readings were being stored. */
  private isPullPending = false;

  constructor(
    private readonly socket: Socket,
    limit: number,
  ) {
    this.frames = new FrameGuard(limit);
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => this.pass(read, size);
  }

  set limit(bytes: number) {
    this.frames.limit = bytes;
  }

  private pass(read: Socket["read"], size: number | undefined): Buffer | null {
    // Stores the chunks of a connection one after the other (backpressure). Bytes that arrive meanwhile wait in the
    // buffer of the socket, then in the buffer of the sender.
    if (this.busy) {
      this.isPullPending = true;
      return null;
    }
    const { frames, takeReports } = this;
    const begins = frames.isBetween;
    const chunk: Buffer | null = read(size);
    if (!chunk) return null;
    if (!frames.feed(chunk)) {
      this.socket.destroy();
      return null;
    }
    if (!takeReports || !begins || !frames.isBetween) return chunk;
    const list = publishes(chunk);
    const isTaken =
      list && takeReports(list, (cause) => (cause ? this.socket.destroy() : this.acknowledge(list)));
    if (!isTaken) return chunk;
    this.busy = true;
    return null;
  }

  private acknowledge(list: readonly Publish[]): void {
    const { socket } = this;
    if (socket.destroyed) return;
    if (socket.write(pubacks(list))) this.goOn();
    else socket.once("drain", () => this.goOn());
  }

  private goOn(): void {
    this.busy = false;
    if (!this.isPullPending) return;
    this.isPullPending = false;
    this.socket.emit("readable");
  }
}
