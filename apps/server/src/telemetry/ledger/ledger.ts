import { errors } from "@shotkeeper/contract/kernel";
import type { Db } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { EventBus } from "../../kernel/events.ts";
import type { TimedReading } from "./batch-rows.ts";
import { CounterCache } from "./counter-cache.ts";
import { type FastWork, takeFast } from "./fast-path.ts";
import { type FastRow, fastStatements } from "./fast-sql.ts";
import type { IncomingReading, Ingest, IngestOutcome } from "./incoming.ts";
import { type KnownCounter, loadCounters } from "./known-counter.ts";
import { type Taken, timed } from "./moment.ts";
import { takeSlow } from "./slow-path.ts";
import { eventsSql } from "./warning-store.ts";

/** Maximum number of counters in the cache. */
const maxKnown = 200_000;
/**
 * Maximum number of counters in one transaction of the slow path (`takeSlow`). It is small, because the transaction
 * locks the counters' rows.
 */
const slowCounters = 50;

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Number of lanes (queues) per tenant. A lane stores its batches one after the other. While one lane waits for the
 * database, the other lane can compute.
 */
const lanesPerTenant = 2;
/** A batch with fewer readings is stored by one statement, also if its counters belong to several lanes. */
const minToSplit = 64;

/**
 * Count ledger: turns readings into true shot counts.
 * - Fast path: readings that arrive in order. They are computed from the cached state and stored with one statement per
 *   batch.
 * - Slow path: all other readings. They are computed from the database, under row locks of their counters.
 * - Optimistic lock: a counter is updated only if its row (`rev`) has not changed since it was read. So a stale cache
 *   costs time but never gives a wrong count.
 */
export class Ledger implements Ingest {
  private readonly known: CounterCache;
  private readonly months = new Map<string, Promise<unknown>>();
  private readonly lanes = new Map<string, Promise<unknown>>();

  constructor(
    private readonly db: Db,
    private readonly events: EventBus,
    private readonly now: () => number,
    cacheSize = maxKnown,
  ) {
    this.known = new CounterCache(cacheSize);
  }

  async ingest(tenantId: number, readings: readonly IncomingReading[]): Promise<IngestOutcome[]> {
    const all = readings.map(timed);
    const isSplit = all.length >= minToSplit;
    const parts = Array.from({ length: lanesPerTenant }, () => new Map<number, Taken[]>());
    const lanes = new Set<number>();
    for (const r of all) {
      const { counterId } = r.in;
      const lane = counterId % lanesPerTenant;
      lanes.add(lane);
      const part = parts[isSplit ? lane : 0];
      const list = part?.get(counterId);
      if (list) list.push(r);
      else part?.set(counterId, [r]);
    }
    await Promise.all(
      parts.map((byCounter, lane) =>
        byCounter.size > 0 ? this.inLanes(tenantId, isSplit ? [lane] : [...lanes], byCounter) : undefined,
      ),
    );
    return all.map((r) => {
      if (r.outcome === undefined) throw errors.unknownCounter(String(r.in.counterId));
      return r.outcome;
    });
  }

  /**
   * Stores a batch after all earlier batches of its lanes (queues), so that the readings of one counter stay in order.
   */
  private async inLanes(
    tenantId: number,
    lanes: readonly number[],
    byCounter: ReadonlyMap<number, Taken[]>,
  ): Promise<void> {
    const names = lanes.map((lane) => `${tenantId}/${lane}`);
    const before = Promise.all(names.map((name) => this.lanes.get(name)));
    const mine = before.then(() => this.store(tenantId, byCounter));
    const tail = mine.catch(() => {});
    for (const name of names) this.lanes.set(name, tail);
    try {
      await mine;
    } finally {
      for (const name of names) if (this.lanes.get(name) === tail) this.lanes.delete(name);
    }
    this.tell(tenantId, byCounter);
  }

  private async store(tenantId: number, byCounter: ReadonlyMap<number, Taken[]>): Promise<void> {
    await this.ensureMonths(byCounter);
    const { work, slow } = this.workOut(byCounter, await this.load(tenantId, byCounter));
    const tried = await this.storeFast(tenantId, work);
    slow.push(...tried.slow, ...(await this.storeAgain(tenantId, tried.stale)));
    if (slow.length > 0) await this.storeSlow(tenantId, slow);
  }

  /**
   * Second attempt of the fast path for counters that another writer has changed (`rev`): loads these counters again,
   * and computes and stores their readings once more. Returns the readings that need the slow path (`takeSlow`).
   */
  private async storeAgain(tenantId: number, stale: readonly FastWork<Taken>[]): Promise<Taken[]> {
    if (stale.length === 0) return [];
    const byCounter = new Map(stale.map((w) => [w.counter.counterId, [...w.readings]]));
    for (const id of byCounter.keys()) this.known.delete(tenantId, id);
    const { work, slow } = this.workOut(byCounter, await this.load(tenantId, byCounter));
    const tried = await this.storeFast(tenantId, work);
    return [...slow, ...tried.slow, ...tried.stale.flatMap((w) => w.readings)];
  }

  /**
   * Computes the effect of the readings of each counter by the fast path (`takeFast`). Returns the results to store
   * (`work`), and the readings that need the slow path (`slow`).
   */
  private workOut(
    byCounter: ReadonlyMap<number, Taken[]>,
    counters: ReadonlyMap<number, KnownCounter>,
  ): { work: FastWork<Taken>[]; slow: Taken[] } {
    const work: FastWork<Taken>[] = [];
    const slow: Taken[] = [];
    for (const [counterId, list] of byCounter) {
      if (list.length > 1) list.sort((a, b) => a.at - b.at || a.in.count - b.in.count);
      const counter = counters.get(counterId);
      const fast = counter ? takeFast(counter, list) : null;
      if (!fast) {
        slow.push(...list);
        continue;
      }
      for (const r of list) r.outcome = "duplicate";
      if (fast.readings.length > 0 || fast.repeated.length > 0) work.push(fast);
    }
    return { work, slow };
  }

  /**
   * Stores results of the fast path (`takeFast`). Returns the readings that need the slow path (`slow`). Also returns
   * the results that were not stored, because another writer has changed the counter (`stale`).
   */
  private async storeFast(
    tenantId: number,
    work: readonly FastWork<Taken>[],
  ): Promise<{ stale: FastWork<Taken>[]; slow: Taken[] }> {
    const stale: FastWork<Taken>[] = [];
    const slow: Taken[] = [];
    if (work.length === 0) return { stale, slow };
    const stored = await this.runFast(tenantId, work);
    for (const w of work) {
      const { counter } = w;
      const isStored = stored.get(counter.counterId);
      if (isStored) {
        for (const r of w.readings) r.outcome = "accepted";
        counter.rev++;
        counter.state = w.state;
        counter.replayState = w.replayState;
        counter.sinceCheckpoint = w.sinceCheckpoint;
      } else if (isStored === false) slow.push(...w.readings, ...w.repeated);
      else if (w.isFirst) slow.push(...w.readings, ...w.repeated);
      else if (w.readings.length > 0) stale.push(w);
    }
    return { stale, slow };
  }

  /**
   * Runs the statements that store results of the fast path (`takeFast`). Returns for each counter id whether its
   * readings are stored. Without warning events this is one round trip; with warning events it is a transaction.
   */
  private async runFast(tenantId: number, work: readonly FastWork[]): Promise<ReadonlyMap<number, boolean>> {
    const resultsOf = (answers: readonly (readonly FastRow[])[]) =>
      new Map(answers.flat().map((r) => [Number(r.counter_id), r.is_stored]));
    if (!work.some((w) => w.events.length > 0)) {
      return resultsOf(await this.db.run(tenantId, fastStatements(tenantId, work, this.now())));
    }
    const stored = await this.db.tx(tenantId, async (tx) => {
      const done = resultsOf(await tx.all(fastStatements(tenantId, work, this.now())));
      const events = work.flatMap(({ counter: { counterId }, events }) =>
        done.get(counterId) ? events.map((event) => ({ counterId, event })) : [],
      );
      tx.enqueue(...eventsSql(tenantId, events));
      return done;
    });
    this.events.emit(tenantId, { type: "warning" });
    return stored;
  }

  private async storeSlow(tenantId: number, readings: readonly Taken[]): Promise<void> {
    const ids = [...new Set(readings.map((r) => r.in.counterId))].sort((a, b) => a - b);
    for (let i = 0; i < ids.length; i += slowCounters) {
      const part = new Set(ids.slice(i, i + slowCounters));
      const mine = readings.filter((r) => part.has(r.in.counterId));
      // Removes the counters from the cache, because the slow path (`takeSlow`) changes them in the database.
      for (const id of part) this.known.delete(tenantId, id);
      const done = await this.db.tx(tenantId, (tx) => takeSlow(tx, mine, this.now()));
      for (const r of mine) r.outcome = done.get(r.in);
    }
  }

  /**
   * Returns the counters of a batch from the cache, and loads missing counters. The batch must keep the returned
   * counters, because another batch may drop them from the cache meanwhile.
   */
  private async load(
    tenantId: number,
    byCounter: ReadonlyMap<number, unknown>,
  ): Promise<Map<number, KnownCounter>> {
    const counters = new Map<number, KnownCounter>();
    const missing: number[] = [];
    for (const id of byCounter.keys()) {
      const counter = this.known.get(tenantId, id);
      if (counter) counters.set(id, counter);
      else missing.push(id);
    }
    if (missing.length === 0) return counters;
    const loaded = await loadCounters(this.db, tenantId, missing);
    this.known.makeRoom(loaded.length);
    for (const c of loaded) {
      this.known.set(tenantId, c);
      counters.set(c.counterId, c);
    }
    return counters;
  }

  /**
   * Creates the missing monthly partitions of the table `reading`. This happens before the batch, in a separate
   * transaction.
   */
  private async ensureMonths(byCounter: ReadonlyMap<number, readonly TimedReading[]>): Promise<void> {
    let from = 0;
    let until = 0;
    for (const list of byCounter.values()) {
      for (const r of list) {
        if (r.at >= from && r.at < until) continue;
        const date = new Date(r.at);
        from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
        until = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
        const month = dayText(from).slice(0, 7);
        const made =
          this.months.get(month) ?? this.db.platform(sql`select reading_month(${`${month}-01`}::date)`);
        this.months.set(month, made);
        try {
          await made;
        } catch (cause) {
          this.months.delete(month);
          throw cause;
        }
      }
    }
  }

  private tell(tenantId: number, byCounter: ReadonlyMap<number, readonly Taken[]>): void {
    if (!this.events.isHeard(tenantId)) return;
    const counters: string[] = [];
    const molds: string[] = [];
    for (const [id, list] of byCounter) {
      if (!list.some((r) => r.outcome === "accepted")) continue;
      const counter = this.known.get(tenantId, id);
      if (!counter) continue;
      counters.push(counter.writerId);
      const mold = counter.molds.get(counter.state?.moldId ?? 0);
      if (mold) molds.push(mold.moldNo);
    }
    this.events.emit(tenantId, { type: "reading", molds, counters });
  }
}
