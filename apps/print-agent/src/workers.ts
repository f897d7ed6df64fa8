import { setTimeout as pause } from "node:timers/promises";

/** Work of one printer. */
interface Work {
  /** Returns true if the printer has open jobs. */
  has(printer: string): boolean;
  /** Advances the open jobs of the printer once, in their order. */
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
  readonly #stop = new AbortController();
  #isStarted = false;

  /** `poll`: milliseconds between two rounds of a printer. */
  constructor(work: Work, poll: number) {
    this.#work = work;
    this.#poll = poll;
  }

  start(printers: Iterable<string>): void {
    this.#isStarted = true;
    for (const printer of printers) this.wake(printer);
  }

  /** Starts the worker of a printer, if there is work and the worker does not run. */
  wake(printer: string): void {
    if (!this.#isStarted || this.#stop.signal.aborted || this.#running.has(printer)) return;
    if (this.#work.has(printer)) this.#running.set(printer, this.#serve(printer));
  }

  /** Resolves when all workers have ended their current job. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running.values());
  }

  async #serve(printer: string): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && this.#work.has(printer)) {
      await this.#work.round(printer, signal).catch((cause: unknown) => console.error(cause));
      if (this.#work.has(printer)) await pause(this.#poll, undefined, { signal }).catch(() => {});
    }
    // Nothing is awaited between the last `has` and this line. So no job is added to a worker that has ended.
    this.#running.delete(printer);
  }
}
