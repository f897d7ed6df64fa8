/** Exponential backoff: each call of `count` doubles the time for which its key (for example a site) must wait. */
export class Delays {
  readonly #counts = new Map<string, { count: number; until: number }>();
  readonly #firstMs: number;
  readonly #maxMs: number;
  readonly #now: () => number;

  constructor(firstMs: number, maxMs: number, now: () => number = Date.now) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
    this.#now = now;
  }

  /** Returns the milliseconds until the next call with the key is allowed. 0: the call is allowed now. */
  remaining(key: string): number {
    return Math.max(0, (this.#counts.get(key)?.until ?? 0) - this.#now());
  }

  count(key: string, times = 1): void {
    const count = Math.min(40, (this.#counts.get(key)?.count ?? 0) + times);
    const until = this.#now() + Math.min(this.#maxMs, this.#firstMs * 2 ** (count - 1));
    this.#counts.delete(key);
    this.#counts.set(key, { count, until });
    // Keeps the memory bounded. Forgets the key whose last call was the longest ago.
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > 1000 && oldest !== undefined) this.#counts.delete(oldest);
  }

  clear(key: string): void {
    this.#counts.delete(key);
  }
}
