import { setTimeout as pause } from "node:timers/promises";

/** The work that `Workers` does for a printer. The queue of jobs implements it. */
interface Work {
  /** Returns true if the printer has open jobs. */
  has(printer: string): boolean;
  /**
   * Performs one round: for each open job of the printer, in the order of the jobs, all steps that are possible now.
   */
  round(printer: string, signal: AbortSignal): Promise<void>;
}

/**
 * Runs one worker for each printer with open jobs. A printer that does not answer delays only its own jobs. There are
 * never more workers than open jobs, whose number is limited (`Limits.waiting`).
 */
export class Workers {
  readonly #work: Work;
  readonly #poll: number;
  readonly #running = new Map<string, Promise<void>>();
  /** Printers that got a job during their current round (pass over their jobs). Their next round follows at once. */
  readonly #woken = new Set<string>();
  /** For each printer that pauses between two rounds (passes over its jobs): the function that ends the pause. */
  readonly #endPause = new Map<string, () => void>();
  readonly #stop = new AbortController();
  #isStarted = false;

  /** `poll`: milliseconds between two rounds of a printer that got no new job. */
  constructor(work: Work, poll: number) {
    this.#work = work;
    this.#poll = poll;
  }

  start(printers: Iterable<string>): void {
    this.#isStarted = true;
    for (const printer of printers) this.wake(printer);
  }

  /** Starts the worker of a printer, if there is work. A running worker begins its next round without a pause. */
  wake(printer: string): void {
    if (!this.#isStarted || this.#stop.signal.aborted) return;
    if (this.#running.has(printer)) {
      this.#woken.add(printer);
      this.#endPause.get(printer)?.();
    } else if (this.#work.has(printer)) this.#running.set(printer, this.#serve(printer));
  }

  /** Stops all workers. Resolves when each of them has ended its current round (pass over the jobs of its printer). */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running.values());
  }

  async #serve(printer: string): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && this.#work.has(printer)) {
      this.#woken.delete(printer);
      await this.#work.round(printer, signal).catch((cause: unknown) => console.error(cause));
      if (this.#work.has(printer) && !this.#woken.has(printer)) await this.#pause(printer);
    }
    this.#woken.delete(printer);
    // Nothing is awaited between the last check for open jobs (`has`) and this line. So no job can arrive in between
    // and be left without a worker.
    this.#running.delete(printer);
  }

  async #pause(printer: string): Promise<void> {
    const end = new AbortController();
    this.#endPause.set(printer, () => end.abort());
    const signal = AbortSignal.any([this.#stop.signal, end.signal]);
    await pause(this.#poll, undefined, { signal }).catch(() => {});
    this.#endPause.delete(printer);
  }
}
