import type { Socket } from "node:net";
import { FrameGuard, protocolLevel } from "./mqtt-frames.ts";

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

/**
 * Ends a connection that announces a packet beyond the limit. The broker's parser knows no limit and would buffer up
 * to 256 MB, so the bytes are looked at on their way to it: another stream in between would cost as much as the
 * whole of a small message.
 */
export function guardFrames(socket: Socket, limit: number): FrameGuard {
  const guard = new FrameGuard(limit);
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (chunk && !guard.feed(chunk)) {
      socket.destroy();
      return null;
    }
    return chunk;
  };
  return guard;
}
