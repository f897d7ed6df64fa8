import { AppError, isMessage } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";

export interface Entry<T> {
  readonly value: T;
  /** Time at which the answer was computed, ms of `performance.now()`. */
  readonly readAt: number;
  /** Duration of the answer's computation, ms. */
  readonly costMs: number;
}

/**
 * Factor between the computing time of an answer and its lifetime in the cache. Boards reload every few seconds. An
 * answer that took 1 ms is reused for 30 ms, so that small tenants see fresh figures. An answer that took 60 ms is
 * reused for 1.8 s.
 */
export const lifetimeFactor = 30;
/**
 * Limit for the computing time of an answer, ms. Above it, callers get the expired answer while a new one is computed
 * (stale-while-revalidate). Below it, they wait for the new answer.
 */
export const staleWhileRefreshCostMs = 20;
/**
 * Maximum age of an expired answer that may still be returned, ms. If twice the answer's lifetime is longer, twice the
 * lifetime applies instead.
 */
const maxStaleMs = 60_000;
const maxEntries = 5_000;

/** Returns the key of an answer that depends on the caller's tenant and scope and on `parts`. */
export const keyOfScope = ({ who }: Ctx, ...parts: readonly unknown[]): string =>
  `${who.tenantId}/${JSON.stringify([who.scope, ...parts])}`;

const caches: AnswerCache<unknown>[] = [];

/** Removes all cached answers of a tenant. Called after many of its molds changed at one time. */
export function forgetAnswers(tenantId: number): void {
  for (const cache of caches) cache.forget(`${tenantId}/`);
}

/**
 * Cache of costly answers by key. A key begins with the id of the tenant and "/". The lifetime of an answer is
 * proportional to the duration of its computation.
 */
export class AnswerCache<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly pending = new Map<string, Promise<Entry<T>>>();

  constructor() {
    caches.push(this);
  }

  /** Returns the cached answer, also an expired one, without computing it. */
  peek(key: string): T | undefined {
    return this.entries.get(key)?.value;
  }

  /** Removes all answers whose keys begin with this text. Running computations of them are not cached any more. */
  forget(beginning: string): void {
    for (const map of [this.entries, this.pending])
      for (const key of map.keys()) if (key.startsWith(beginning)) map.delete(key);
  }

  put(key: string, entry: Entry<T>): void {
    this.entries.delete(key);
    this.entries.set(key, entry);
    const oldest = this.entries.keys().next();
    if (this.entries.size > maxEntries && !oldest.done) this.entries.delete(oldest.value);
  }

  /**
   * Returns the cached answer, or computes it with `read`. Concurrent callers share one computation.
   * @param times factor by which the lifetime is multiplied, for answers that rarely change, such as figures of past
   * days
   * @param afterRead callback that runs after each computation, before the answer is returned
   * @param costOf returns the cost from which the lifetime follows, ms, if it is not the duration of the computation
   */
  async get(
    key: string,
    times: number,
    read: () => Promise<T>,
    afterRead?: (value: T) => Promise<void>,
    costOf: (value: T, tookMs: number) => number = (_value, tookMs) => tookMs,
  ): Promise<T> {
    const known = this.entries.get(key);
    if (known) {
      const ageMs = performance.now() - known.readAt;
      const lifetimeMs = known.costMs * lifetimeFactor * times;
      if (ageMs <= lifetimeMs) return known.value;
      if (known.costMs > staleWhileRefreshCostMs && ageMs <= Math.max(maxStaleMs, lifetimeMs * 2)) {
        // Ignores an error of the refresh in the background. The next caller repeats the computation.
        this.refresh(key, read, costOf, afterRead).catch(() => {});
        return known.value;
      }
    }
    return (await this.refresh(key, read, costOf, afterRead)).value;
  }

  private async refresh(
    key: string,
    read: () => Promise<T>,
    costOf: (value: T, tookMs: number) => number,
    afterRead?: (value: T) => Promise<void>,
  ): Promise<Entry<T>> {
    const shared = this.pending.get(key);
    if (shared)
      try {
        return await shared;
      } catch (cause) {
        // Computes the answer again if the caller who began the computation has gone, because the other callers still
        // need it.
        if (cause instanceof AppError && isMessage(cause, "requestCancelled"))
          return this.refresh(key, read, costOf, afterRead);
        throw cause;
      }
    const readAt = performance.now();
    // False after `forget`: the computation may have read the rows before they changed.
    const isCurrent = () => this.pending.get(key) === running;
    const running: Promise<Entry<T>> = read()
      .then(async (value) => {
        const entry = { value, readAt, costMs: costOf(value, performance.now() - readAt) };
        if (isCurrent()) {
          this.put(key, entry);
          await afterRead?.(value);
        }
        return entry;
      })
      .finally(() => isCurrent() && this.pending.delete(key));
    this.pending.set(key, running);
    return running;
  }
}
