import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createServer } from "node:net";

interface Status {
  readonly backlog: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly trouble: string | null;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** An edge gateway in a process of its own, which a test may kill. */
export class GatewayProcess {
  private child: ChildProcess | undefined;
  private port = 0;

  constructor(
    private readonly program: string,
    private readonly dir: string,
  ) {}

  /** Stores the address of the server in the gateway. */
  connect(address: string): void {
    execFileSync(process.execPath, [this.program, "--connect", address], {
      env: this.env(),
      stdio: "ignore",
    });
  }

  private env(): NodeJS.ProcessEnv {
    return { ...process.env, EDGE_DIR: this.dir, EDGE_PORT: String(this.port || 8003) };
  }

  async start(): Promise<void> {
    this.port = await freePort();
    const child = spawn(process.execPath, [this.program], {
      env: this.env(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", (d: Buffer) => String(d).includes("status page at") && resolve());
      child.once("exit", (code) => reject(new Error(`the gateway ended with ${code}`)));
    });
  }

  kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGKILL");
    return gone;
  }

  async status(): Promise<Status> {
    return (await fetch(`http://127.0.0.1:${this.port}/status.json`)).json();
  }
}
