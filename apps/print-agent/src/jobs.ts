import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { PrinterInfo, Sheet, Spooler } from "./printers/printer.ts";

/** State of a print job. waiting: in the queue of this service. printing: accepted by the spooler. */
export type JobState = "waiting" | "printing" | "done" | "failed";

export interface Job extends Sheet {
  readonly id: string;
  readonly at: string;
  state: JobState;
  message?: string;
  spoolerJob?: string;
}

/** Printer together with the spooler that controls it. */
export type Reachable = PrinterInfo & { readonly spooler: Spooler };

/** Maximum number of done and failed jobs in the list. Older jobs are deleted. */
const maxEnded = 200;
/** The queue counts as full when this number of jobs is waiting or printing. The service then refuses new jobs. */
const mostWaiting = 1000;

/** Persistent print queue: an accepted job is printed even if the computer restarts before the job is printed. */
export class Jobs {
  readonly #dir: string;
  readonly #printers: () => Promise<readonly Reachable[]>;
  readonly #poll: number;
  readonly #jobs = new Map<string, Job>();
  readonly #stop = new AbortController();
  #wake: () => void = () => {};
  #running: Promise<void> | undefined;
  /** Creation time of the newest job, epoch ms. `add` gives each new job a later time. */
  #newest = 0;

  constructor(dir: string, printers: () => Promise<readonly Reachable[]>, poll = 500) {
    this.#dir = join(dir, "jobs");
    this.#printers = printers;
    this.#poll = poll;
    mkdirSync(this.#dir, { recursive: true });
    const found = readdirSync(this.#dir)
      .filter((f) => f.endsWith(".json"))
      .map((f): Job => JSON.parse(readFileSync(join(this.#dir, f), "utf8")));
    for (const job of found.sort((a, b) => a.at.localeCompare(b.at))) this.#jobs.set(job.id, job);
    this.#newest = Date.parse(found.at(-1)?.at ?? "") || 0;
  }

  start(): void {
    this.#running = this.#work();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.#running;
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Returns the jobs, newest first. */
  list(): Job[] {
    return [...this.#jobs.values()].reverse();
  }

  get isFull(): boolean {
    return this.#open().length >= mostWaiting;
  }

  #open(): Job[] {
    return [...this.#jobs.values()].filter((j) => j.state === "waiting" || j.state === "printing");
  }

  #file(job: Job): string {
    return join(this.#dir, `${job.id}.${job.type}`);
  }

  /** Adds a job. Resolves after the file and then the job's record are flushed to the disk (fsync). */
  async add(sheet: Sheet, bytes: Uint8Array): Promise<Job> {
    // Creation times increase strictly, because the queue is sorted by them after a restart.
    this.#newest = Math.max(Date.now(), this.#newest + 1);
    const at = new Date(this.#newest).toISOString();
    const job: Job = { ...sheet, id: randomUUID(), at, state: "waiting" };
    try {
      await write(this.#file(job), bytes);
      await this.#save(job);
    } catch (cause) {
      await Promise.all([rm(this.#file(job), { force: true }), rm(this.#record(job), { force: true })]);
      throw cause;
    }
    this.#jobs.set(job.id, job);
    this.#wake();
    return job;
  }

  #record(job: Job): string {
    return join(this.#dir, `${job.id}.json`);
  }

  async #save(job: Job): Promise<void> {
    const file = this.#record(job);
    try {
      await write(`${file}.new`, Buffer.from(JSON.stringify(job)));
      await rename(`${file}.new`, file);
    } catch (cause) {
      await rm(`${file}.new`, { force: true });
      throw cause;
    }
  }

  async #work(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const open = this.#open();
      if (open.length === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          if (signal.aborted || this.#open().length > 0) resolve();
        });
        continue;
      }
      // Queries the printers once per round, so that all jobs of a round see the same state. Otherwise a printer that
      // becomes ready within a round would print later jobs before earlier ones.
      const printers = await this.#printers();
      // Processes the jobs one after the other, so that labels are printed in the requested order.
      for (const job of open) {
        if (signal.aborted) return;
        await this.#advance(job, printers).catch((e: Error) => {
          // Printing failed, or the new state of the job could not be written to the disk. The next round tries again,
          // starting from the last state that was written.
          job.message = e.message;
        });
      }
      if (this.#open().length > 0) await pause(this.#poll, undefined, { signal }).catch(() => {});
    }
  }

  async #advance(job: Job, printers: readonly Reachable[]): Promise<void> {
    const printer = printers.find((p) => p.name === job.printer);
    if (!printer) {
      job.message = `printer ${job.printer} is not there`;
      return;
    }
    const { spooler } = printer;
    if (job.state === "waiting") {
      if (printer.state === "stopped") {
        job.message = printer.message ?? "stopped";
        return;
      }
      try {
        job.spoolerJob = await spooler.submit(job, this.#file(job));
      } catch (cause) {
        return this.#end(job, "failed", cause instanceof Error ? cause.message : String(cause));
      }
      job.state = "printing";
      delete job.message;
      await this.#save(job);
    }
    const { state, message } = await spooler.progress(job.spoolerJob ?? "");
    if (state === "printing") {
      if (message !== undefined) job.message = message;
    } else await this.#end(job, state, message);
  }

  async #end(job: Job, state: "done" | "failed", message?: string): Promise<void> {
    job.state = state;
    if (message === undefined) delete job.message;
    else job.message = message;
    await this.#save(job);
    // The file of a failed job stays on the disk for inspection until the job is deleted from the list.
    if (state === "done") await rm(this.#file(job), { force: true });
    const ended = [...this.#jobs.values()].filter((j) => j.state === "done" || j.state === "failed");
    for (const old of ended.slice(0, Math.max(0, ended.length - maxEnded))) {
      this.#jobs.delete(old.id);
      await Promise.all([rm(this.#record(old), { force: true }), rm(this.#file(old), { force: true })]);
    }
  }
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, "wx", 0o600).catch(async (e: NodeJS.ErrnoException) => {
    if (e.code !== "EEXIST") throw e;
    return open(file, "w", 0o600);
  });
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
