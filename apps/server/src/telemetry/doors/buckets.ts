interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Token buckets by key, in memory: `burst` at once, then `perSecond`. The number of keys is bounded; past it the ones
 * longest unused go first, and a bucket that would be full again is no loss.
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
      // Last used, last out.
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

  /** Takes tokens. 0: taken; otherwise the seconds after which they would be there. */
  take(key: string, now: number, tokens = 1): number {
    const b = this.bucket(key, now);
    if (b.tokens >= tokens) {
      b.tokens -= tokens;
      return 0;
    }
    return Math.ceil((tokens - b.tokens) / this.perSecond);
  }

  /** Takes tokens even where that leaves a debt. The ms to wait until the debt is paid. */
  owe(key: string, now: number, tokens = 1): number {
    const b = this.bucket(key, now);
    b.tokens -= tokens;
    return b.tokens >= 0 ? 0 : (-b.tokens / this.perSecond) * 1000;
  }

  /** Seconds until there is a token; 0 when there is one. Takes nothing. */
  wait(key: string, now: number): number {
    const b = this.buckets.get(key);
    if (!b) return 0;
    const tokens = b.tokens + (Math.max(0, now - b.at) / 1000) * this.perSecond;
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / this.perSecond);
  }
}
