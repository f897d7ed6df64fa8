import { AppError } from "@shotkeeper/contract/kernel";
import type { Db } from "../kernel/db/db.ts";
import { type Sql, sql } from "../kernel/db/sql.ts";
import type { EventBus } from "../kernel/events.ts";
import type { TimedReading } from "./batch-rows.ts";
import { type FastWork, fastSql, takeFast } from "./fast-path.ts";
import type { IncomingReading, Ingest, IngestOutcome } from "./incoming.ts";
import { type KnownCounter, loadCounters } from "./known-counter.ts";
import { takeSlow } from "./slow-path.ts";
import { eventSql } from "./warning-store.ts";

/** A clock this far ahead, or before this day, is not set. */
const futureMs = 10 * 60_000;
const earliest = Date.UTC(2015, 0, 1);
/** Counters kept in memory; beyond it all are forgotten and read again. */
const maxKnown = 200_000;
/** Counters whose readings are re-derived in one transaction: it holds their locks. */
const slowCounters = 50;

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** When a reading counts for: the counter's clock, or the time of receipt where that was not set. */
function timed(r: IncomingReading): TimedReading {
  const { sentAt } = r;
  if (sentAt !== null && sentAt >= earliest && sentAt <= r.receivedAt + futureMs)
    return { at: sentAt, deviceAt: null, in: r };
  return { at: r.receivedAt, deviceAt: sentAt ?? 0, in: r };
}

interface Lane {
  tail: Promise<void>;
  /** Batches that have not been worked out yet: they first read their counters. */
  reading: number;
  waiting: number;
}

/**
 * From readings to true counts. The fast path takes what simply follows, with what is known of the counters in
 * memory: one statement a batch, which moves a counter only while its `rev` is still what was read. All else
 * takes the slow path, under the counters' locks. Memory speeds things up; only `rev` makes them right.
 */
export class Ledger implements Ingest {
  private readonly known = new Map<string, KnownCounter>();
  private readonly months = new Map<string, Promise<unknown>>();
  private readonly lanesByName = new Map<string, Lane>();
  /** An embedded database has one session; a server takes two batches at once. */
  private readonly lanes: number;

  constructor(
    private readonly db: Db,
    private readonly events: EventBus,
    private readonly now: () => number,
  ) {
    this.lanes = db.engine === "embedded" ? 1 : 2;
  }

  async ingest(tenantId: number, readings: readonly IncomingReading[]): Promise<IngestOutcome[]> {
    const outcomes = new Map<IncomingReading, IngestOutcome>();
    const lanes = Array.from({ length: this.lanes }, () => new Map<number, TimedReading[]>());
    for (const r of readings) {
      const lane = lanes[r.counterId % this.lanes];
      const list = lane?.get(r.counterId);
      if (list) list.push(timed(r));
      else lane?.set(r.counterId, [timed(r)]);
    }
    await Promise.all(
      lanes.map((byCounter, lane) =>
        byCounter.size > 0
          ? this.ingestLane(tenantId, `${tenantId}/${lane}`, byCounter, outcomes)
          : undefined,
      ),
    );
    return readings.map((r) => {
      const outcome = outcomes.get(r);
      if (!outcome) throw new AppError("S0216", String(r.counterId));
      return outcome;
    });
  }

  /**
   * What is stored of one counter is stored in the order of its batches; different lanes go side by side. A batch is
   * worked out while the one before it is still being stored, as long as memory holds all its counters and nobody
   * before it in the lane still has to read his.
   */
  private async ingestLane(
    tenantId: number,
    name: string,
    byCounter: ReadonlyMap<number, TimedReading[]>,
    outcomes: Map<IncomingReading, IngestOutcome>,
  ): Promise<void> {
    const lane = this.lanesByName.get(name) ?? { tail: Promise.resolve(), reading: 0, waiting: 0 };
    this.lanesByName.set(name, lane);
    const isKnown = lane.reading === 0 && this.missing(tenantId, byCounter).length === 0;
    const early = isKnown ? this.workOut(tenantId, byCounter, outcomes) : undefined;
    if (!early) lane.reading++;
    lane.waiting++;
    const store = async () => {
      try {
        await this.ensureMonths(byCounter);
        if (!early)
          await this.ensureKnown(tenantId, this.missing(tenantId, byCounter)).finally(() => lane.reading--);
        const { work, slow } = early ?? this.workOut(tenantId, byCounter, outcomes);
        if (work.length > 0) slow.push(...(await this.storeFast(tenantId, work, outcomes)));
        if (slow.length > 0) await this.storeSlow(tenantId, slow, outcomes);
      } finally {
        if (--lane.waiting === 0) this.lanesByName.delete(name);
      }
    };
    const mine = lane.tail.then(store);
    lane.tail = mine.catch(() => {});
    await mine;
    this.tell(tenantId, byCounter, outcomes);
  }

  /** Sorts readings into what simply follows and what the slow path must look at; memory moves on at once. */
  private workOut(
    tenantId: number,
    byCounter: ReadonlyMap<number, TimedReading[]>,
    outcomes: Map<IncomingReading, IngestOutcome>,
  ): { work: FastWork[]; slow: TimedReading[] } {
    const work: FastWork[] = [];
    const slow: TimedReading[] = [];
    for (const [counterId, list] of byCounter) {
      if (list.length > 1) list.sort((a, b) => a.at - b.at || a.in.count - b.in.count);
      const key = `${tenantId}/${counterId}`;
      const counter = this.known.get(key);
      const fast = counter ? takeFast(counter, list) : null;
      if (!counter || !fast) {
        slow.push(...list);
        // Whoever comes next has to read the counter again, after the slow path is done.
        this.known.delete(key);
        continue;
      }
      for (const r of list) outcomes.set(r.in, "duplicate");
      if (fast.readings.length === 0) continue;
      work.push(fast);
      // The next batch may follow before this one is stored: if this one fails, so will that one's `rev`.
      this.known.set(key, { ...counter, rev: counter.rev + 1, state: fast.state, watch: fast.watch });
    }
    return { work, slow };
  }

  private missing(tenantId: number, byCounter: ReadonlyMap<number, unknown>): number[] {
    const ids: number[] = [];
    for (const id of byCounter.keys()) if (!this.known.has(`${tenantId}/${id}`)) ids.push(id);
    return ids;
  }

  /** Gives back the readings of counters that somebody else moved meanwhile. */
  private async storeFast(
    tenantId: number,
    work: readonly FastWork[],
    outcomes: Map<IncomingReading, IngestOutcome>,
  ): Promise<TimedReading[]> {
    let moved: ReadonlySet<number>;
    try {
      moved = await this.runFast(tenantId, work);
    } catch (cause) {
      for (const w of work) this.known.delete(`${tenantId}/${w.counter.counterId}`);
      throw cause;
    }
    const stale: TimedReading[] = [];
    for (const w of work) {
      if (moved.has(w.counter.counterId)) {
        for (const r of w.readings) outcomes.set(r.in, "accepted");
      } else {
        this.known.delete(`${tenantId}/${w.counter.counterId}`);
        stale.push(...w.readings);
      }
    }
    return stale;
  }

  /** One round trip as a rule; a transaction of several where the watch has something to write with it. */
  private async runFast(tenantId: number, work: readonly FastWork[]): Promise<ReadonlySet<number>> {
    const ids = (rows: readonly Readonly<Record<string, unknown>>[] = []) =>
      new Set(rows.map((r) => Number(r.counter_id)));
    if (!work.some((w) => w.events.length > 0 || w.checkpoints.length > 0)) {
      const [rows] = await this.db.run(tenantId, [fastSql(tenantId, work)]);
      return ids(rows);
    }
    const moved = await this.db.tx(tenantId, async (tx) => {
      const done = ids(await tx.query(fastSql(tenantId, work)));
      const statements = watchSql(
        tenantId,
        work.filter((w) => done.has(w.counter.counterId)),
      );
      if (statements.length > 0) await tx.all(statements);
      return done;
    });
    if (work.some((w) => w.events.length > 0)) this.events.emit(tenantId, { type: "warning" });
    return moved;
  }

  private async storeSlow(
    tenantId: number,
    readings: readonly TimedReading[],
    outcomes: Map<IncomingReading, IngestOutcome>,
  ): Promise<void> {
    const ids = [...new Set(readings.map((r) => r.in.counterId))].sort((a, b) => a - b);
    for (let i = 0; i < ids.length; i += slowCounters) {
      const part = new Set(ids.slice(i, i + slowCounters));
      const mine = readings.filter((r) => part.has(r.in.counterId));
      const done = await this.db.tx(tenantId, (tx) => takeSlow(tx, mine, this.now()));
      for (const id of part) this.known.delete(`${tenantId}/${id}`);
      for (const [r, outcome] of done) outcomes.set(r, outcome);
    }
  }

  private async ensureKnown(tenantId: number, missing: readonly number[]): Promise<void> {
    if (missing.length === 0) return;
    if (this.known.size + missing.length > maxKnown) this.known.clear();
    for (const c of await loadCounters(this.db, tenantId, missing))
      this.known.set(`${tenantId}/${c.counterId}`, c);
  }

  /** Partitions are made before the transaction that needs them, in one of their own. */
  private async ensureMonths(byCounter: ReadonlyMap<number, readonly TimedReading[]>): Promise<void> {
    for (const list of byCounter.values()) {
      for (const r of list) {
        const month = dayText(r.at).slice(0, 7);
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

  private tell(
    tenantId: number,
    byCounter: ReadonlyMap<number, readonly TimedReading[]>,
    outcomes: ReadonlyMap<IncomingReading, IngestOutcome>,
  ): void {
    if (!this.events.isWatched(tenantId)) return;
    const counters: string[] = [];
    const molds: string[] = [];
    for (const [id, list] of byCounter) {
      if (!list.some((r) => outcomes.get(r.in) === "accepted")) continue;
      const counter = this.known.get(`${tenantId}/${id}`);
      if (!counter) continue;
      counters.push(counter.writerId);
      const mold = counter.molds.get(counter.state?.moldId ?? 0);
      if (mold) molds.push(mold.moldNo);
    }
    this.events.emit(tenantId, { type: "reading", molds, counters });
  }
}

/** What the watch saw, as statements. */
function watchSql(tenantId: number, work: readonly FastWork[]): Sql[] {
  const checkpoints = work.flatMap((w) => w.checkpoints.map((c) => ({ id: w.counter.counterId, ...c })));
  const statements = work.flatMap((w) => w.events.map((e) => eventSql(tenantId, w.counter.counterId, e)));
  if (checkpoints.length === 0) return statements;
  return [
    ...statements,
    sql`insert into watch_checkpoint (tenant_id, counter_id, day, state)
      select ${tenantId}::int, * from unnest(${checkpoints.map((c) => c.id)}::bigint[], ${checkpoints.map((c) => dayText(c.day))}::date[], ${checkpoints.map((c) => JSON.stringify(c.state))}::jsonb[])
      on conflict (tenant_id, counter_id, day) do update set state = excluded.state`,
  ];
}
