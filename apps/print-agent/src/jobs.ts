import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { changed, type Identity, isOpen, isSame, type Job, Journal, keyOf, printOf } from "./journal.ts";
import { type Limits, standard } from "./limits.ts";
import { Refusal } from "./messages.ts";
import { type PrinterInfo, type Sheet, type Spooler, UnknownOutcome } from "./printers/printer.ts";

/** Printer together with the spooler that controls it. */
export type Reachable = PrinterInfo & { readonly spooler: Spooler };

/**
 * Print queue with a write-ahead journal: each step of a job is on the disk before the next one begins. An accepted job
 * is printed even if the computer restarts. A step whose outcome a crash made unknown is repeated only if that is safe.
 */
export class Jobs {
  readonly journal: Journal;
  readonly #printers: () => Promise<readonly Reachable[]>;
  readonly #poll: number;
  readonly #limits: Limits;
  readonly #jobs = new Map<string, Job>();
  /** Jobs by origin and key, including jobs whose record is still being written. */
  readonly #byKey = new Map<string, Promise<Job>>();
  /** The last change of each job that is still running. */
  readonly #changes = new Map<string, Promise<unknown>>();
  readonly #stop = new AbortController();
  #wake: () => void = () => {};
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Creation time of the newest job, epoch ms. `add` gives each new job a later time. */
  #newest = 0;

  constructor(
    dir: string,
    printers: () => Promise<readonly Reachable[]>,
    poll = 500,
    limits: Partial<Limits> = {},
  ) {
    this.journal = new Journal(dir);
    this.#printers = printers;
    this.#poll = poll;
    this.#limits = { ...standard, ...limits };
    for (const job of this.journal.load()) {
      this.#jobs.set(job.id, job);
      this.#byKey.set(keyOf(job.origin, job.key), Promise.resolve(job));
      this.#newest = Math.max(this.#newest, Date.parse(job.at));
    }
  }

  start(): void {
    this.#running = this.#work();
    // Old files are also deleted while nothing is printed.
    this.#timer = setInterval(() => void this.#tidy().catch(() => {}), 3_600_000).unref();
    void this.#tidy().catch(() => {});
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#timer);
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

  /** Returns true if a job has to wait for room. `origin` limits the jobs of one site. */
  isFull(origin: string): boolean {
    const open = this.#open();
    const ofOrigin = open.filter((j) => j.origin === origin).length;
    return open.length >= this.#limits.waiting || ofOrigin >= this.#limits.waitingOfOrigin;
  }

  #open(): Job[] {
    return [...this.#jobs.values()].filter(isOpen);
  }

  /**
   * Adds a job. Resolves after the file and then the job's record are flushed to the disk (fsync). Returns the job with
   * the same key instead, if there is one; it is printed again only if it ended without paper and `again` is set.
   */
  async add(sheet: Sheet, bytes: Uint8Array, identity: Identity = { origin: "" }): Promise<Job> {
    const { origin, key, labels = [], again } = identity;
    const id = randomUUID();
    const wanted = keyOf(origin, key ?? id);
    const known = this.#byKey.get(wanted);
    if (known) {
      const found = await known;
      const job = this.#jobs.get(found.id) ?? found;
      if (!isSame(job, { ...sheet, labels })) throw new Refusal(409, "otherJob");
      if (!again) return job;
      // A second request may have printed it again meanwhile.
      return this.#alone(job.id, async (now) =>
        now.state === "failed" || now.state === "cancelled" ? this.#again(now) : now,
      );
    }
    // Creation times increase strictly, because the queue is sorted by them after a restart.
    this.#newest = Math.max(Date.now(), this.#newest + 1);
    const at = new Date(this.#newest).toISOString();
    const rest = { id, at, origin, key: key ?? id, labels, size: bytes.length, reprints: 0 };
    const job: Job = { ...sheet, ...rest, state: "waiting", steps: [{ at, state: "waiting" }] };
    // The promise is stored before anything is awaited, so that a repeated request meets it.
    const writing = this.#makeRoom(bytes.length)
      .then(() => this.journal.create(job, bytes))
      .then(() => this.#jobs.set(id, job))
      .then(() => job);
    this.#byKey.set(wanted, writing);
    try {
      await writing;
    } catch (cause) {
      this.#byKey.delete(wanted);
      throw cause;
    }
    this.#wake();
    return job;
  }

  /** Deletes the oldest files that are kept for a reprint only, until a new file fits. */
  async #makeRoom(bytes: number): Promise<void> {
    for (const job of this.#jobs.values()) {
      if (this.journal.bytes + bytes <= this.#limits.bytes) return;
      if (!isOpen(job)) await this.journal.removeFile(job);
    }
    if (this.journal.bytes + bytes > this.#limits.bytes) throw new Refusal(507, "diskFull");
  }

  /** Prints an ended job again, or a job of which nobody knows whether it was printed. */
  reprint(id: string): Promise<Job> {
    return this.#alone(id, async (job) => {
      if (isOpen(job)) throw new Refusal(409, "stillOpen");
      return this.#again(job);
    });
  }

  async #again(job: Job): Promise<Job> {
    if (!this.journal.hasFile(job)) throw new Refusal(410, "fileGone");
    const { spoolerJob: _, ...rest } = job;
    return this.#put(rest, { state: "waiting", reprints: job.reprints + 1 });
  }

  /** Records the user's answer that an unsure job is on paper. */
  settle(id: string): Promise<Job> {
    return this.#alone(id, (job) => {
      if (job.state !== "unsure") throw new Refusal(409, "notUnsure");
      return this.#end(job, "done");
    });
  }

  /** Cancels a job that waits here or in the spooler. A job that was released may be partly on paper: it is unsure. */
  cancel(id: string): Promise<Job> {
    return this.#alone(id, async (job) => {
      if (job.state === "waiting") return this.#end(job, "cancelled");
      if (job.state !== "held" && job.state !== "printing") throw new Refusal(409, "tooLate");
      const printer = (await this.#printers()).find((p) => p.name === job.printer);
      // A printer that was deleted prints nothing more, so its spooler need not be told.
      if (printer) {
        if (!printer.spooler.cancel || job.spoolerJob === undefined) throw new Refusal(409, "tooLate");
        await printer.spooler.cancel(job.spoolerJob);
      }
      return this.#end(job, job.state === "held" ? "cancelled" : "unsure");
    });
  }

  /** Runs one change of a job at a time, so that a cancelled job is not passed to the spooler meanwhile. */
  async #alone<T>(id: string, change: (job: Job) => Promise<T>): Promise<T> {
    const before = this.#changes.get(id);
    const running = (async () => {
      await before?.catch(() => {});
      return change(this.#of(id));
    })();
    this.#changes.set(id, running);
    try {
      return await running;
    } finally {
      if (this.#changes.get(id) === running) this.#changes.delete(id);
    }
  }

  #of(id: string): Job {
    const job = this.#jobs.get(id);
    if (!job) throw new Refusal(404, "noJob");
    return job;
  }

  /** Writes a state change to the disk, then to the memory. If writing fails, the job keeps its old state. */
  async #put(job: Job, to: Partial<Job> & { readonly state: Job["state"] }): Promise<Job> {
    const next = changed(job, to);
    await this.journal.save(next);
    this.#jobs.set(job.id, next);
    this.#wake();
    return next;
  }

  /** Sets the message of a job that waits. It is not written to the disk. */
  #note(job: Job, message: string | undefined): void {
    if (message !== undefined) this.#jobs.set(job.id, { ...job, message });
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
      for (const { id } of open) {
        if (signal.aborted) return;
        // Printing failed, or the new state of the job could not be written to the disk. The next round tries again,
        // starting from the last state that was written.
        await this.#alone(id, (job) => this.#advance(job, printers)).catch((e: Error) => {
          const now = this.#jobs.get(id);
          if (now && isOpen(now)) this.#note(now, e.message);
        });
      }
      if (this.#open().length > 0) await pause(this.#poll, undefined, { signal }).catch(() => {});
    }
  }

  async #advance(first: Job, printers: readonly Reachable[]): Promise<void> {
    let job = first;
    if (!isOpen(job)) return;
    const printer = printers.find((p) => p.name === job.printer);
    if (!printer) return this.#note(job, `printer ${job.printer} is not there`);
    const { spooler } = printer;
    if (job.state === "sending") {
      // The service was killed while it passed the job to the spooler, or the spooler's answer could not be written.
      if (!spooler.isRepeatable) return void (await this.#end(job, "unsure"));
      job = await this.#put(job, { state: "waiting" });
    }
    if (job.state === "waiting") {
      if (printer.state === "stopped") return this.#note(job, printer.message ?? "stopped");
      const sent = await this.#submit(job, spooler);
      if (!sent) return;
      job = sent;
    }
    const spoolerJob = job.spoolerJob ?? "";
    if (job.state === "held") {
      // Only a job of an earlier run can be released already.
      const { state, message } =
        first.state === "held"
          ? await spooler.progress(spoolerJob)
          : { state: "printing" as const, message: undefined };
      if (state === "unknown") return void (await this.#end(job, "unsure"));
      if (state !== "printing") return void (await this.#end(job, state, message));
      await spooler.release?.(spoolerJob);
      job = await this.#put(job, { state: "printing" });
    }
    const { state, message } = await spooler.progress(spoolerJob);
    if (state === "printing") this.#note(job, message);
    // A spooler need not remember completed jobs.
    else await this.#end(job, state === "unknown" ? "done" : state, message);
  }

  /** Passes a job to the spooler. Returns undefined if the job has ended thereby. */
  async #submit(waiting: Job, spooler: Spooler): Promise<Job | undefined> {
    const job = await this.#put(waiting, { state: "sending" });
    let spoolerJob: string;
    try {
      spoolerJob = await spooler.submit(job, this.journal.file(job), printOf(job));
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      const isUnknown = cause instanceof UnknownOutcome && !spooler.isRepeatable;
      await this.#end(job, isUnknown ? "unsure" : "failed", message);
      return undefined;
    }
    return this.#put(job, { state: spooler.release ? "held" : "printing", spoolerJob });
  }

  async #end(job: Job, state: "done" | "failed" | "cancelled" | "unsure", message?: string): Promise<Job> {
    const ended = await this.#put(job, { state, ...(message !== undefined && { message }) });
    await this.#tidy();
    return ended;
  }

  /** Deletes the oldest jobs that are not open, and the files that are no longer kept for a reprint. */
  async #tidy(): Promise<void> {
    const ended = this.list().filter((j) => !isOpen(j));
    const oldest = Date.now() - this.#limits.hours * 3_600_000;
    for (const [i, job] of ended.entries()) {
      if (i >= this.#limits.ended) {
        this.#jobs.delete(job.id);
        this.#byKey.delete(keyOf(job.origin, job.key));
        await this.journal.remove(job);
      } else if (i >= this.#limits.files || Date.parse(job.at) < oldest) await this.journal.removeFile(job);
    }
  }
}
