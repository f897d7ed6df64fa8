/** An answer, when it was worked out (ms of the process), and how long that took. */
export interface Entry<T> {
  readonly value: T;
  readonly readAt: number;
  readonly costMs: number;
}

/**
 * A wall full of boards must not look at every mold and its hours every few seconds. An answer is kept in proportion to
 * what it cost: what took 1 ms is 30 ms old at most, so a small tenant never sees an old figure; what took 60 ms is 2 s old.
 */
const keepFactor = 30;
/** Above this the caller gets the answer at hand, at most so old, while a new one is worked out. */
export const patienceMs = 20;
const oldestMs = 60_000;
const maxEntries = 5_000;

/** Answers that are dear, by key. */
export class Kept<T> {
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

  /** @param times how much longer than usual it may be kept */
  async get(
    key: string,
    times: number,
    read: () => Promise<T>,
    afterRead?: (e: Entry<T>) => Promise<void>,
  ): Promise<T> {
    const known = this.entries.get(key);
    if (known) {
      const old = performance.now() - known.readAt;
      const keep = known.costMs * keepFactor * times;
      if (old <= keep) return known.value;
      if (known.costMs > patienceMs && old <= Math.max(oldestMs, keep * 2)) {
        // A failure here is met again by the next caller, who waits for it.
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
