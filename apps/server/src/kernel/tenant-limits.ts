import { errors } from "@shotkeeper/contract/kernel";
import { TenantSlots } from "./tenant-slots.ts";

/** Limits of each tenant on one server (docs/security/limits.md). */
export interface TenantLimitSettings {
  /** Requests per second. Unused requests of up to ten seconds may be made later, all at once. 0: no limit. */
  readonly requestsPerSecond: number;
  /** Maximum number of open event streams, of one user and of all users of a tenant. */
  readonly userStreams: number;
  readonly tenantStreams: number;
  /** Maximum number of exports of a tenant that run at the same time. */
  readonly exports: number;
  /** Total size of uploaded files of a tenant that has no limit of its own, MB. */
  readonly storageMb: number;
}

export const usualTenantLimits: TenantLimitSettings = {
  requestsPerSecond: 300,
  userStreams: 30,
  tenantStreams: 1000,
  exports: 4,
  storageMb: 20_480,
};

/** Size of a tenant's burst: the tenant may make the requests of this number of seconds at once. */
const burstSeconds = 10;

/** Requests that a caller may still make. */
export interface RequestsLeft {
  /** Requests that the tenant may make at once. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the tenant may make `limit` requests again. */
  readonly resetSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Limits the requests, event streams and exports of each tenant on this server. */
export class TenantLimits {
  /** Limits the concurrent exports and other queries of many rows of each tenant. */
  readonly exports: TenantSlots;
  /** Called with the key of each counted request, so that the other processes of this server can count it too. */
  onRequest?: (key: string) => void;
  private readonly buckets = new Map<string, Bucket>();
  private readonly streams = new Map<string, number>();

  constructor(private readonly settings: TenantLimitSettings) {
    this.exports = new TenantSlots({ running: settings.exports, waiting: 32, waitMs: 15_000 });
  }

  /**
   * Counts a request (token bucket). Throws tooManyRequests (S0204) if the tenant has made too many. Visitors without a
   * log-in have a bucket of their own, so that they cannot lock out the tenant's users. Returns undefined if there is
   * no limit.
   */
  countRequest(tenantId: number, isGuest: boolean): RequestsLeft | undefined {
    const { requestsPerSecond: rate } = this.settings;
    if (rate === 0) return;
    const key = `${tenantId}${isGuest ? " guest" : ""}`;
    const bucket = this.bucket(key);
    if (bucket.tokens < 1) throw errors.tooManyRequests(Math.max(1, Math.ceil((1 - bucket.tokens) / rate)));
    bucket.tokens -= 1;
    this.onRequest?.(key);
    const limit = rate * burstSeconds;
    const remaining = Math.max(0, Math.floor(bucket.tokens));
    return { limit, remaining, resetSeconds: Math.ceil((limit - bucket.tokens) / rate) };
  }

  /** Counts requests that another process of this server has let through. */
  countElsewhere(key: string, n: number): void {
    if (this.settings.requestsPerSecond > 0) this.bucket(key).tokens -= n;
  }

  private bucket(key: string): Bucket {
    const { requestsPerSecond: rate } = this.settings;
    // Uses the monotonic clock, because setting the system clock must not fill or empty the bucket.
    const now = performance.now();
    const bucket = this.buckets.get(key) ?? { tokens: rate * burstSeconds, at: now };
    bucket.tokens = Math.min(rate * burstSeconds, bucket.tokens + ((now - bucket.at) / 1000) * rate);
    bucket.at = now;
    this.buckets.set(key, bucket);
    return bucket;
  }

  /**
   * Counts an open event stream. Returns a function that must be called when the stream ends. Throws tooManyRequests
   * (S0204) if the user or the tenant has too many streams.
   */
  openStream(tenantId: number, userId: string): () => void {
    const { userStreams, tenantStreams } = this.settings;
    const counted = [
      { key: String(tenantId), max: tenantStreams },
      { key: `${tenantId} ${userId}`, max: userStreams },
    ];
    if (counted.some(({ key, max }) => (this.streams.get(key) ?? 0) >= max)) throw errors.tooManyRequests(30);
    for (const { key } of counted) this.streams.set(key, (this.streams.get(key) ?? 0) + 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      for (const { key } of counted) {
        const left = (this.streams.get(key) ?? 1) - 1;
        if (left > 0) this.streams.set(key, left);
        else this.streams.delete(key);
      }
    };
  }
}
