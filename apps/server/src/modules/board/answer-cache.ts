/** A cached answer. */
export interface Entry<T> {
  readonly value: T;
  /** When the answer was computed: ms of `performance.now()`. */
  readonly readAt: number;
  /** How long the computation took. */
  readonly costMs: number;
}

/**
 * Boards ask every few seconds, so their sums are cached for 30 times their cost. A sum that took 1 ms is at most 30 ms
 * old, so a small tenant never sees an old figure. A sum that took 60 ms is at most 2 s old.
 */
const lifetimeFactor = 30;
/** Above this cost a caller gets the expired answer while the new one is computed. */
export const staleWhileRefreshCostMs = 20;
/** Greatest age of such an expired answer. */
const maxStaleMs = 60_000;
const maxEntries = 5_000;

/** Cache of costly answers by key, with a lifetime in proportion to their cost. */
export class AnswerCache<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly pending = new Map<string, Promise<Entry<T>>>();

  has(key: string): boolean {
    return this.entries.has(key);
  }

  put(key: string, entry: Entry<T>): void {
    this.entries.delete(key);
    this.entries.set(key, entry);
    const oldest = this.entries.keys().next();
    if (this.entries.size > maxEntries && !oldest.done) this.entries.delete(oldest.value);
  }

  /**
   * Returns the cached answer, or computes it with `read`. Callers that ask at once share one computation.
   * @param times multiplies the lifetime
   * @param afterRead runs after each computation, before the answer is returned
   */
  async get(
    key: string,
    times: number,
    read: () => Promise<T>,
    afterRead?: (e: Entry<T>) => Promise<void>,
  ): Promise<T> {
    const known = this.entries.get(key);
    if (known) {
      const ageMs = performance.now() - known.readAt;
      const lifetimeMs = known.costMs * lifetimeFactor * times;
      if (ageMs <= lifetimeMs) return known.value;
      if (known.costMs > staleWhileRefreshCostMs && ageMs <= Math.max(maxStaleMs, lifetimeMs * 2)) {
        // The error is dropped here: the next caller starts the computation again and gets it.
        this.refresh(key, read, afterRead).catch(() => {});
        return known.value;
      }
    }
    return (await this.refresh(key, read, afterRead)).value;
  }

  private refresh(
    key: string,
    read: () => Promise<T>,
    afterRead?: (e: Entry<T>) => Promise<void>,
  ): Promise<Entry<T>> {
    let running = this.pending.get(key);
    if (!running) {
      const readAt = performance.now();
      running = read()
        .then(async (value) => {
          const entry = { value, readAt, costMs: performance.now() - readAt };
          this.put(key, entry);
          await afterRead?.(entry);
          return entry;
        })
        .finally(() => this.pending.delete(key));
      this.pending.set(key, running);
    }
    return running;
  }
}
