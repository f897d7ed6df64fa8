import { EventEmitter, once } from "node:events";
import { isOpen, type Job } from "./journal.ts";
import { type Limits, standard } from "./limits.ts";

/** Jobs of the queue in memory, in the order of their creation. */
export class JobList {
  protected readonly limits: Limits;
  readonly #jobs = new Map<string, Job>();
  /** Emits the id of a job when the job has ended. */
  readonly #ends = new EventEmitter().setMaxListeners(0);

  constructor(limits: Partial<Limits>) {
    this.limits = { ...standard, ...limits };
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Waits until a job has ended, at most `ms` milliseconds. */
  async untilEnd(id: string, ms: number): Promise<void> {
    const job = this.get(id);
    if (job && isOpen(job)) await once(this.#ends, id, { signal: AbortSignal.timeout(ms) }).catch(() => {});
  }

  /** Returns the jobs, newest first. */
  list(): Job[] {
    return [...this.#jobs.values()].reverse();
  }

  /**
   * Returns true if no new job is accepted, because all sites together, or the site `origin`, have too many open jobs.
   */
  isFull(origin: string): boolean {
    const open = this.open();
    const ofOrigin = open.filter((j) => j.origin === origin).length;
    return open.length >= this.limits.waiting || ofOrigin >= this.limits.waitingOfOrigin;
  }

  /**
   * Returns true if no new job is accepted for this printer. Each printer has its own limit, so the jobs of a stopped
   * printer do not block the jobs of other printers.
   */
  isPrinterFull(printer: string): boolean {
    return this.openOf(printer).length >= this.limits.waitingOfPrinter;
  }

  protected open(): Job[] {
    return [...this.#jobs.values()].filter(isOpen);
  }

  /**
   * Yields the ended jobs, oldest first. Checks the state of each job only when the iteration reaches it, because jobs
   * may end or start again while the caller handles the jobs before it.
   */
  protected *ended(): Generator<Job> {
    for (const job of this.#jobs.values()) if (!isOpen(job)) yield job;
  }

  protected openOf(printer: string): Job[] {
    return this.open().filter((j) => j.printer === printer);
  }

  protected set(job: Job): void {
    this.#jobs.set(job.id, job);
    if (!isOpen(job)) this.#ends.emit(job.id);
  }

  protected forget(job: Job): void {
    this.#jobs.delete(job.id);
  }
}
