import type { Socket } from "node:net";
import { FrameGuard, type Publish, protocolLevel, pubacks, publishes } from "./mqtt-frames.ts";

/** Waits for the first bytes of a connection, tells the protocol level from them and puts them back. */
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

/** Takes reports over. Resolves when they are stored; undefined: they are not for here. */
export type TakeReports = (list: readonly Publish[]) => Promise<void> | undefined;

/**
 * What stands between a socket and the broker, in the socket's own `read`: another stream in between would cost as much
 * as the whole of a small message.
 *
 * It ends a connection that announces a packet beyond the limit, as the broker's parser knows no limit and would buffer
 * up to 256 MB. And it takes reports out: nearly all that ever comes is PUBLISH at QoS 1 from a client that is logged in,
 * and a general broker's way with it was a fifth of all that is done to a reading.
 */
export class SocketGate {
  private readonly frames: FrameGuard;
  /** Set once the client is logged in. */
  takeReports: TakeReports | undefined;
  private busy = false;
  /** The broker asked for bytes meanwhile. */
  private asked = false;

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
    // One after the other: what comes meanwhile waits in the socket's buffer, and then in the sender's.
    if (this.busy) {
      this.asked = true;
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
    const stored = list && takeReports(list);
    if (!stored) return chunk;
    this.busy = true;
    stored.then(
      () => this.acknowledge(list),
      () => this.socket.destroy(),
    );
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
    if (!this.asked) return;
    this.asked = false;
    this.socket.emit("readable");
  }
}
