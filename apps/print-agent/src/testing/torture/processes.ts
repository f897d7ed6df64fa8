import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

async function freePort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  await new Promise((resolve) => other.close(resolve));
  return port;
}

async function killNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Print service in a separate process, which the test kills and starts again. */
export class AgentProcess {
  readonly address: string;
  readonly #program: string;
  readonly #dir: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess;

  private constructor(program: string, dir: string, port: number, env: NodeJS.ProcessEnv) {
    this.address = `http://127.0.0.1:${port}`;
    this.#program = program;
    this.#dir = dir;
    this.#env = { ...process.env, ...env, PRINT_AGENT_PORT: String(port), PRINT_AGENT_DIR: dir };
    this.#child = this.#spawn();
  }

  static async start(program: string, dir: string, env: NodeJS.ProcessEnv): Promise<AgentProcess> {
    const agent = new AgentProcess(program, dir, await freePort(), env);
    await agent.untilUp();
    return agent;
  }

  #spawn(): ChildProcess {
    return spawn(process.execPath, [this.#program], {
      env: this.#env,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }

  async kill(): Promise<void> {
    await killNow(this.#child);
  }

  async killAndStart(): Promise<void> {
    await this.kill();
    this.#child = this.#spawn();
  }

  async untilUp(): Promise<void> {
    for (let i = 0; i < 1200; i++) {
      const isUp = await fetch(this.address).then(
        (a) => a.ok,
        () => false,
      );
      if (isUp) return;
      await pause(50);
    }
    throw new Error("the print service does not start");
  }

  /** Pairs an origin as the user does: its page asks, and the service's own page approves. Returns the token. */
  async pair(origin: string): Promise<string> {
    const headers = { origin };
    const asked = await fetch(`${this.address}/pair`, { method: "POST", headers });
    const { request } = (await asked.json()) as { request: string };
    const own = { "x-page-key": readFileSync(join(this.#dir, "page-key"), "utf8") };
    const state = await fetch(`${this.address}/own/state`, { headers: own });
    const { requests } = (await state.json()) as { requests: { id: string }[] };
    const approve = `${this.address}/own/requests/${requests[0]?.id}/approve`;
    await fetch(approve, { method: "POST", headers: own });
    const answer = await fetch(`${this.address}/pair/${request}`, { headers });
    return ((await answer.json()) as { token: string }).token;
  }

  /** Waits until the service has printed the jobs that it accepted. */
  async untilIdle({ origin, token }: Paired): Promise<void> {
    const headers = { origin, authorization: `Bearer ${token}` };
    for (let i = 0; i < 600; i++) {
      const answer = await fetch(`${this.address}/jobs`, { headers }).catch(() => undefined);
      const { jobs = [] } = ((await answer?.json()) ?? {}) as { jobs?: { state: string }[] };
      if (answer?.ok && jobs.every((j) => ["done", "failed", "cancelled", "unsure"].includes(j.state)))
        return;
      await pause(100);
    }
    throw new Error("the print service does not finish its jobs");
  }
}

/** Origin that is paired with the print service. */
export interface Paired {
  readonly origin: string;
  readonly token: string;
}

/** Line that a page writes: a question to the user, or the result of its job. */
export interface PageLine {
  readonly retry?: string;
  readonly unsure?: readonly string[];
  readonly code?: number;
  readonly msg?: string;
  readonly detail?: string;
}

/** Simulates the user who looks at the paper. Returns the user's answer to the question about unsure labels. */
export type Answer = (names: readonly string[]) => Promise<"printed" | "again">;

/** Page that prints one job. After a kill, another page continues the job. */
export interface PrintingPage {
  readonly lines: readonly PageLine[];
  /** Resolves when the page has ended or was killed. */
  readonly ended: Promise<unknown>;
  readonly isRunning: boolean;
  /** Kills the page. Returns what was killed. */
  kill(): Promise<PageKill>;
}

/** process: Node with the code of a page. tab: the page of a browser. browser: the browser with its pages. */
export type PageKill = "process" | "tab" | "browser";

/** Printing page as a Node process with the page's code. It starts faster than a browser, so a run has more kills. */
export class PageProcess implements PrintingPage {
  readonly lines: PageLine[] = [];
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;

  constructor(program: string, args: readonly string[], answer: Answer) {
    const child = spawn(process.execPath, [program, ...args], { stdio: ["pipe", "pipe", "inherit"] });
    this.#child = child;
    this.ended = once(child, "close");
    // Ignores EPIPE: the page was killed while the simulated user looked at the paper.
    child.stdin.on("error", () => {});
    createInterface({ input: child.stdout }).on("line", async (text) => {
      const line = JSON.parse(text) as PageLine;
      this.lines.push(line);
      if (line.unsure) child.stdin.write(`${await answer(line.unsure)}\n`);
    });
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async kill(): Promise<PageKill> {
    await killNow(this.#child);
    return "process";
  }
}
