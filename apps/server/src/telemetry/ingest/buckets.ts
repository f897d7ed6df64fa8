interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Rate limiter with one token bucket per key, in memory. Each bucket allows `burst` calls at once, then `perSecond`.
 * The number of keys is limited. Beyond the limit, the bucket that was not used for the longest time is removed,
 * because it is usually full again.
 */
export class Buckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private readonly maxKeys = 50_000,
  ) {}

  private bucket(key: string, now: number): Bucket {
    let b = this.buckets.get(key);
    if (b) {
      b.tokens = Math.min(this.burst, b.tokens + (Math.max(0, now - b.at) / 1000) * this.perSecond);
      b.at = now;
      // Deletes the entry and inserts it again, so that the map stays in order of last use (LRU).
      this.buckets.delete(key);
    } else {
      if (this.buckets.size >= this.maxKeys) {
        const oldest = this.buckets.keys().next().value;
        if (oldest !== undefined) this.buckets.delete(oldest);
      }
      b = { tokens: this.burst, at: now };
    }
    this.buckets.set(key, b);
    return b;
  }

  /**
   * Takes tokens if there are enough, and returns 0. Otherwise takes none, and returns the seconds until there are
   * enough tokens.
   */
  take(key: string, now: number, tokens = 1): number {
    const b = this.bucket(key, now);
    if (b.tokens >= tokens) {
      b.tokens -= tokens;
      return 0;
    }
    return Math.ceil((tokens - b.tokens) / this.perSecond);
  }

  /** Takes tokens even if the number of tokens becomes negative. Returns the time until the number is 0 again, ms. */
  owe(key: string, now: number, tokens = 1): number {
    const b = this.bucket(key, now);
    b.tokens -= tokens;
    return b.tokens >= 0 ? 0 : (-b.tokens / this.perSecond) * 1000;
  }

  /** Returns the seconds until a token is available. 0: a token is available now. Takes no token. */
  wait(key: string, now: number): number {
    const b = this.buckets.get(key);
    if (!b) return 0;
    const tokens = b.tokens + (Math.max(0, now - b.at) / 1000) * this.perSecond;
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / this.perSecond);
  }
}
