interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Rate limiter: token buckets by key, in memory. Each bucket allows `burst` at once, then `perSecond`.
 * The number of keys is bounded. Beyond it, the least recently used bucket is removed, which is usually full again.
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
      // Deletes and inserts again, so that the map is in order of last use (LRU).
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

  /** Takes tokens if enough are there. Returns 0, or the seconds until they will be. */
  take(key: string, now: number, tokens = 1): number {
    const b = this.bucket(key, now);
    if (b.tokens >= tokens) {
      b.tokens -= tokens;
      return 0;
    }
    return Math.ceil((tokens - b.tokens) / this.perSecond);
  }

  /** Takes tokens even if the balance becomes negative. Returns the ms until it is 0 again. */
  owe(key: string, now: number, tokens = 1): number {
    const b = this.bucket(key, now);
    b.tokens -= tokens;
    return b.tokens >= 0 ? 0 : (-b.tokens / this.perSecond) * 1000;
  }

  /** Returns the seconds until a token is available; 0: now. Takes nothing. */
  wait(key: string, now: number): number {
    const b = this.buckets.get(key);
    if (!b) return 0;
    const tokens = b.tokens + (Math.max(0, now - b.at) / 1000) * this.perSecond;
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / this.perSecond);
  }
}
