import { randomUUID } from "node:crypto";
import { JobList } from "./job-list.ts";
import { changed, type Identity, isOpen, isSame, type Job, Journal, keyOf, printOf } from "./journal.ts";
import type { Limits } from "./limits.ts";
import { Refusal } from "./messages.ts";
import { NotReady, type Reachable, type Sheet, type Spooler, UnknownOutcome } from "./printers/printer.ts";
import { Serial } from "./serial.ts";
import { Workers } from "./workers.ts";

/** Returns true if a job ended and nothing was printed. Such a job is printed again if the user asks for it. */
export const canPrintAgain = ({ state }: Job) => state === "failed" || state === "cancelled";

/**
 * Returns the state in which a job ends, by its state in the spooler. A job that the spooler does not list (`unknown`)
 * counts as done, because spoolers may forget completed jobs.
 */
const endOf = <T extends string>(state: T) =>
  state === "unknown" ? "done" : (state as Exclude<T, "unknown">);

/**
 * Print queue with a write-ahead journal: each step of a job is on the disk before the next one begins. An accepted job
 * is printed even if the computer restarts. If a crash leaves the outcome of a step unknown, the step is repeated only
 * if this cannot print twice.
 */
export class Jobs extends JobList {
  readonly journal: Journal;
  readonly #find: (printer: string) => Promise<Reachable | undefined>;
  readonly #workers: Workers;
  /** Jobs by origin and key, including jobs whose record is still being written. */
  readonly #byKey = new Map<string, Promise<Job>>();
  readonly #changes = new Serial();
  #timer: NodeJS.Timeout | undefined;
  /** Creation time of the newest job, epoch ms. Each new job gets a later time, because the queue is sorted by it. */
  #newest = 0;

  constructor(
    dir: string,
    find: (printer: string) => Promise<Reachable | undefined>,
    poll = 500,
    limits: Partial<Limits> = {},
  ) {
    super(limits);
    this.journal = new Journal(dir);
    this.#find = find;
    const has = (printer: string) => this.openOf(printer).length > 0;
    this.#workers = new Workers({ has, round: (printer, signal) => this.#round(printer, signal) }, poll);
    for (const job of this.journal.load()) {
      this.set(job);
      this.#byKey.set(keyOf(job.origin, job.key), Promise.resolve(job));
      this.#newest = Math.max(this.#newest, Date.parse(job.at));
    }
  }

  start(): void {
    this.#workers.start(this.open().map((j) => j.printer));
    // Deletes old files every hour, also while nothing is printed.
    this.#timer = setInterval(() => void this.#tidy().catch(() => {}), 3_600_000).unref();
    void this.#tidy().catch(() => {});
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#workers.stop();
  }

  /** Returns the job that a page sent with this key, after its record is written. */
  async find(origin: string, key: string): Promise<Job | undefined> {
    const found = await this.#byKey.get(keyOf(origin, key));
    return found && this.get(found.id);
  }

  /**
   * Adds a job. Resolves after the file and then the job's record are flushed to the disk (fsync). If a job with the
   * same key exists, returns that job instead. That job is printed again only if nothing was printed and `again` is
   * set.
   */
  async add(sheet: Sheet, bytes: Uint8Array, identity: Identity = { origin: "" }): Promise<Job> {
    const { origin, key, labels = [], again } = identity;
    const id = randomUUID();
    const wanted = keyOf(origin, key ?? id);
    const known = this.#byKey.get(wanted);
    if (known) {
      const found = await known;
      const job = this.get(found.id) ?? found;
      if (!isSame(job, { ...sheet, labels })) throw new Refusal(409, "otherJob");
      if (!again) return job;
      // Checks the state again under the job's lock, because another request may have printed the job again meanwhile.
      return this.#alone(job.id, async (now) => (canPrintAgain(now) ? this.#again(now) : now));
    }
    // Makes creation times increase strictly, because the queue is sorted by them after a restart.
    this.#newest = Math.max(Date.now(), this.#newest + 1);
    const at = new Date(this.#newest).toISOString();
    const rest = { id, at, origin, key: key ?? id, labels, size: bytes.length, reprints: 0 };
    const job: Job = { ...sheet, ...rest, state: "waiting", steps: [{ at, state: "waiting" }] };
    // Stores the promise before anything is awaited, so that a repeated request with the same key finds it.
    const writing = this.journal
      .makeRoom(bytes.length, this.limits.bytes, this.ended())
      .then(() => this.journal.create(job, bytes))
      .then(() => this.set(job))
      .then(() => job);
    this.#byKey.set(wanted, writing);
    try {
      await writing;
    } catch (cause) {
      this.#byKey.delete(wanted);
      throw cause;
    }
    this.#workers.wake(job.printer);
    return job;
  }

  /**
   * Prints an ended job again, or a job in the state `unsure`. The caller passes the number of reprints that it saw on
   * the job (`reprints`). So a request that arrives twice, because its answer was lost, reprints once.
   */
  reprint(id: string, reprints?: number): Promise<Job> {
    return this.#alone(id, async (job) => {
      if (isOpen(job)) throw new Refusal(409, "stillOpen");
      if (reprints !== undefined && reprints !== job.reprints) throw new Refusal(409, "printedAgain");
      return this.#again(job);
    });
  }

  async #again(job: Job): Promise<Job> {
    if (!this.journal.hasFile(job)) throw new Refusal(410, "fileGone");
    const { spoolerJob: _, ...rest } = job;
    return this.#put(rest, { state: "waiting", reprints: job.reprints + 1 });
  }

  /** Ends a job in the state `unsure` as `done`, because the user has seen that its labels were printed. */
  settle(id: string): Promise<Job> {
    return this.#alone(id, (job) => {
      if (job.state !== "unsure") throw new Refusal(409, "notUnsure");
      return this.#end(job, "done");
    });
  }

  /**
   * Cancels a job that waits in this queue or in the spooler. A job that was already printing becomes `unsure`, because
   * a part of it may be on paper.
   */
  cancel(id: string): Promise<Job> {
    return this.#alone(id, async (job) => {
      if (job.state === "waiting") return this.#end(job, "cancelled");
      if (job.state !== "held" && job.state !== "printing") throw new Refusal(409, "tooLate");
      const printer = await this.#find(job.printer);
      // Asks the spooler to cancel the job only if its printer still exists. A deleted printer prints nothing more.
      if (printer) {
        if (!printer.spooler.cancel || job.spoolerJob === undefined) throw new Refusal(409, "tooLate");
        await printer.spooler.cancel(job.spoolerJob);
      }
      return this.#end(job, job.state === "held" ? "cancelled" : "unsure");
    });
  }

  /** Runs one change of a job at a time, so that a cancelled job is not passed to the spooler meanwhile. */
  #alone<T>(id: string, change: (job: Job) => Promise<T>): Promise<T> {
    return this.#changes.run(id, () => change(this.#of(id)));
  }

  #of(id: string): Job {
    const job = this.get(id);
    if (!job) throw new Refusal(404, "noJob");
    return job;
  }

  /** Writes a state change to the disk, then to the memory. If writing fails, the job keeps its old state. */
  async #put(job: Job, to: Partial<Job> & { readonly state: Job["state"] }): Promise<Job> {
    const next = changed(job, to);
    await this.journal.save(next);
    this.set(next);
    if (next.state === "waiting") this.#workers.wake(next.printer);
    return next;
  }

  /** Sets the message that tells the user why a job waits. The message is kept in memory only. */
  #note(job: Job, message: string | undefined): void {
    if (message !== undefined) this.set({ ...job, message });
  }

  /**
   * Performs the next steps of each open job of a printer, as far as now possible. Takes the jobs one after the other,
   * so that their labels are printed in the requested order.
   */
  async #round(name: string, signal: AbortSignal): Promise<void> {
    const open = this.openOf(name);
    // Queries the printer once per round (one pass over the waiting jobs), so that all jobs of a round see the same
    // state. Otherwise a printer that becomes ready within a round would print later jobs before earlier ones.
    let printer = await this.#find(name);
    for (const { id } of open) {
      if (signal.aborted) return;
      // Records a failure of printing, or of writing the job's state. The next round tries again, starting from the
      // last state that was written.
      await this.#alone(id, (job) => this.#advance(job, printer)).catch((e: Error) => {
        const now = this.get(id);
        if (now && isOpen(now)) this.#note(now, e.message);
        // If the printer is not ready, keeps the later jobs waiting, so that they are not printed before this one.
        if (e instanceof NotReady && printer) printer = { ...printer, state: "stopped", message: e.message };
      });
    }
  }

  async #advance(first: Job, printer: Reachable | undefined): Promise<void> {
    let job = first;
    if (!isOpen(job)) return;
    if (job.state === "sending") {
      // The service stopped while it passed this job to the spooler, so the spooler may have the job. If the printer is
      // gone or its spooler would print a repeated job twice, the user has to decide (`unsure`).
      if (!printer?.spooler.isRepeatable) return void (await this.#end(job, "unsure"));
      job = await this.#put(job, { state: "waiting" });
    }
    if (!printer) return this.#note(job, `printer ${job.printer} is not there`);
    const { spooler } = printer;
    if (job.state === "waiting") {
      if (printer.state === "stopped") return this.#note(job, printer.message ?? "stopped");
      await spooler.ready?.(job);
      const sent = await this.#submit(job, spooler);
      if (!sent) return;
      job = sent;
    }
    const spoolerJob = job.spoolerJob ?? "";
    if (job.state === "held") {
      // A job that was held before this round may already be released: the service may have been killed after the
      // release, or could not write the record. So asks the spooler for the state of the job.
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
    else await this.#end(job, endOf(state), message);
  }

  /** Passes a job to the spooler. Returns undefined if the job has then ended. */
  async #submit(waiting: Job, spooler: Spooler): Promise<Job | undefined> {
    const sending = this.#put(waiting, { state: "sending" });
    // A spooler that recognizes a repeated job gets the job at once, while the state `sending` is still being written.
    // If a crash prevents this write, the job counts as waiting and is submitted again, but it is printed only once.
    if (!spooler.isRepeatable) await sending;
    const submitted = spooler.submit(waiting, this.journal.file(waiting), printOf(waiting));
    const [recorded, outcome] = await Promise.allSettled([sending, submitted]);
    if (recorded.status === "rejected") {
      // The spooler has the label and may print it, although the record with the state `sending` could not be written.
      // Sets this state in memory, so that nobody can cancel the job. The job is submitted again only after a record
      // was written.
      if (outcome.status === "fulfilled") this.set(changed(waiting, { state: "sending" }));
      throw recorded.reason;
    }
    const job = recorded.value;
    if (outcome.status === "rejected") {
      const cause: unknown = outcome.reason;
      const message = cause instanceof Error ? cause.message : String(cause);
      const isUnknown = cause instanceof UnknownOutcome && !spooler.isRepeatable;
      await this.#end(job, isUnknown ? "unsure" : "failed", message);
      return undefined;
    }
    const spoolerJob = outcome.value;
    if (spooler.release) return this.#put(job, { state: "held", spoolerJob });
    // If the spooler has already ended the job, writes one record for both changes (printing and end). This is faster
    // than two records.
    const now = await spooler.progress(spoolerJob).catch(() => undefined);
    if (!now || now.state === "printing") return this.#put(job, { state: "printing", spoolerJob });
    await this.#end(changed(job, { state: "printing", spoolerJob }), endOf(now.state), now.message);
    return undefined;
  }

  async #end(job: Job, state: "done" | "failed" | "cancelled" | "unsure", message?: string): Promise<Job> {
    const ended = await this.#put(job, { state, ...(message !== undefined && { message }) });
    await this.#tidy();
    return ended;
  }

  /** Deletes the oldest jobs that are not open, and the files that are no longer kept for a reprint. */
  async #tidy(): Promise<void> {
    const ended = this.list().filter((j) => !isOpen(j));
    const oldest = Date.now() - this.limits.hours * 3_600_000;
    for (const [i, job] of ended.entries()) {
      // Skips a job that changed during this clean-up: another clean-up deleted it, or the user prints it again.
      const now = this.get(job.id);
      if (!now || isOpen(now)) continue;
      if (i >= this.limits.ended) {
        this.forget(job);
        this.#byKey.delete(keyOf(job.origin, job.key));
        await this.journal.remove(job);
      } else if (i >= this.limits.files || Date.parse(job.at) < oldest) await this.journal.removeFile(job);
    }
  }
}
