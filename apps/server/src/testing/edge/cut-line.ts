import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * Proxy between a gateway and a server. The proxy simulates a bad network: it forwards connections to the server's
 * current port (`target`), cuts them, or loses an answer of the server.
 */
export class CutLine {
  cuts = 0;
  lostAnswers = 0;
  /** Port of the server to which the proxy forwards connections. It changes when the server is started again. */
  target = 0;
  private readonly open = new Set<Socket>();
  private losesNext = false;
  private server: Server | undefined;

  /** Starts the proxy, and returns its port. */
  start(): Promise<number> {
    this.server = createServer((near) => this.join(near));
    return new Promise((resolve) => {
      this.server?.listen(0, "127.0.0.1", () => {
        const address = this.server?.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
  }

  private join(near: Socket): void {
    const far = connect(this.target, "127.0.0.1");
    for (const [socket, peer] of [
      [near, far],
      [far, near],
    ] as const) {
      this.open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        this.open.delete(socket);
        peer.destroy();
      });
    }
    near.pipe(far);
    far.on("data", (part) => {
      if (this.losesNext) {
        this.losesNext = false;
        this.lostAnswers++;
        near.resetAndDestroy();
      } else near.write(part);
    });
  }

  cut(): void {
    if (this.open.size === 0) return;
    this.cuts++;
    for (const socket of this.open) socket.resetAndDestroy();
  }

  loseNextAnswer(): void {
    this.losesNext = true;
  }

  stop(): void {
    this.cut();
    this.server?.close();
  }
}
