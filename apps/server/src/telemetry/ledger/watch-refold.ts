import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import {
  type Binding,
  DAY_MS,
  dayBeginning,
  factsOfReadings,
  foldDay,
  NEW_WATCH,
  sameState,
  startDay,
  UNBOUND,
  WARNING_KINDS,
  WARNING_SUBJECT,
  type WatchEvent,
  type WatchState,
  warningKey,
  watchClock,
  writeWatch,
} from "../core/index.ts";
import { watchReading } from "./fast-path.ts";
import type { KnownCounter } from "./known-counter.ts";
import { type Days, loadDays, type StoredReading } from "./timeline-store.ts";
import {
  expectation,
  type Folded,
  lookFrom,
  reconcile,
  type StoredWarning,
  warningsSql,
} from "./watch-reconcile.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const dayText = (ms: number) => iso(ms).slice(0, 10);

export interface Refold {
  /** Its facts are those after the change. */
  readonly counter: KnownCounter;
  /** First and last moment that changed, ms; infinities where it is open. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/**
 * Folds the watch of counters again, each from the UTC day of its change until a stored checkpoint shows that
 * nothing differs any more, and gives the statements that bring checkpoints and warnings in line.
 */
export async function refoldWatches(tx: Tx, refolds: readonly Refold[], now: number): Promise<Sql[]> {
  const { tenantId } = tx;
  const firstDay = (r: Refold) => (Number.isFinite(r.firstAt) ? dayBeginning(r.firstAt) : r.firstAt);
  const days = await loadDays(
    tx,
    refolds.map((r) => ({ counterId: r.counter.counterId, day: firstDay(r) })),
  );
  const folded: Folded[] = [];
  const done: Refold[] = [];
  for (const [i, r] of refolds.entries()) {
    const first = days[i];
    if (!first) continue;
    done.push(r);
    folded.push(await fold(tx, r, first, now));
  }
  const stored = await tx.all(folded.map((f) => warningsSql(tenantId, f.counterId, f.range.foldStart)));
  const earlier: Refold[] = [];
  const statements = folded.flatMap((f, i) => {
    const rows = (stored[i] ?? []) as unknown as StoredWarning[];
    const from = lookFrom(f, rows);
    const r = done[i];
    if (from !== undefined && r) earlier.push({ ...r, firstAt: from });
    return from === undefined ? [...f.statements, ...reconcile(tenantId, f, rows, now)] : [];
  });
  return earlier.length === 0 ? statements : [...statements, ...(await refoldWatches(tx, earlier, now))];
}

async function fold(tx: Tx, { counter, lastAt }: Refold, first: Days, now: number): Promise<Folded> {
  const { tenantId } = tx;
  const { counterId } = counter;
  let state: WatchState = first.start ?? { ...NEW_WATCH };
  const base = state;
  const events: WatchEvent[] = [];
  const statements: Sql[] = [];
  let lastRawAt = Number.NEGATIVE_INFINITY;
  let judgedTo = Number.NEGATIVE_INFINITY;
  // What the first one after the change amounts to depends on the one before it.
  let isNextFolded = false;
  const finish = (foldEnd: number): Folded => {
    const isToEnd = foldEnd === Number.POSITIVE_INFINITY;
    if (isToEnd) {
      statements.push(
        sql`update counter_state set watch = ${writeWatch(state)} where tenant_id = ${tenantId} and counter_id = ${counterId}`,
      );
      events.push(...endedWithBinding(counter, state));
    }
    return {
      counterId,
      ...expectation(base, events),
      statements,
      range: { foldStart: first.from, foldEnd, until: lastRawAt, judgedTo },
      byClock: isToEnd ? toldByClock(counter, state, now) : new Set(),
    };
  };
  for (let chunk = first; ; ) {
    const made = factsOfReadings(counter.facts, chunk);
    for (const { day, list, at } of byDay(chunk.readings)) {
      const begin = startDay(state);
      const old = chunk.checkpoints.get(day);
      const isKnown = old !== undefined && sameState(old, begin);
      if (isKnown && isNextFolded && !isUnboundUntold(state)) return finish(day);
      if (!isKnown) statements.push(checkpointSql(tenantId, counterId, day, begin));
      const readings = list.flatMap((r, i) => {
        const f = made[at + i];
        isNextFolded ||= f !== undefined && r.at > lastAt;
        return f ? [watchReading(r.at, r, f, counter.molds.get(f.moldId))] : [];
      });
      const folded = foldDay(state, readings, () => counter.rules);
      state = folded.state;
      events.push(...folded.events);
      lastRawAt = list.at(-1)?.at ?? lastRawAt;
      judgedTo = readings.at(-1)?.at ?? judgedTo;
    }
    if (chunk.isEnd) return finish(Number.POSITIVE_INFINITY);
    // The checkpoint of the day to go on with is written first: the next chunk begins there.
    const next = dayBeginning(lastRawAt) + DAY_MS;
    await tx.query(checkpointSql(tenantId, counterId, next, startDay(state)));
    const [more] = await loadDays(tx, [{ counterId, day: next }]);
    if (!more || more.from !== next) return finish(Number.POSITIVE_INFINITY);
    chunk = more;
  }
}

/**
 * On no mold, and not told of yet: the reading that will tell reckons from the end of the binding. No state keeps that, so
 * days may begin alike before and after a change of it.
 */
function isUnboundUntold({ moldId, warnings: { unbound } }: WatchState): boolean {
  return moldId === UNBOUND && unbound?.closedAt !== null;
}

function latestBinding({ facts }: KnownCounter): Binding | undefined {
  return facts.bindings.reduce<Binding | undefined>(
    (found, b) => (found && found.boundAt > b.boundAt ? found : b),
    undefined,
  );
}

/** Of a counter that was taken off after its last reading no other will say that its mold's warnings are over. */
function endedWithBinding(counter: KnownCounter, state: WatchState): WatchEvent[] {
  const last = latestBinding(counter);
  const off = last?.unboundAt ?? null;
  if (last?.moldId !== state.moldId || off === null || off < (state.lastAt ?? 0)) return [];
  return WARNING_KINDS.flatMap((kind): WatchEvent[] => {
    const w = state.warnings[kind];
    if (!w || w.closedAt !== null || WARNING_SUBJECT[kind] !== "mold") return [];
    const { moldId, openedAt, level } = w;
    return [
      { kind, change: "close", moldId, openedAt, at: Math.max(off, openedAt), level, values: { moldId } },
    ];
  });
}

/** What the clock has told of silence and of being on no mold, and would tell again. */
function toldByClock(counter: KnownCounter, state: WatchState, now: number): ReadonlySet<string> {
  const last = latestBinding(counter);
  const isOn = last !== undefined && last.unboundAt === null;
  const events = watchClock(state, now, counter.rules, {
    moldId: isOn ? last.moldId : UNBOUND,
    since: last ? (last.unboundAt ?? last.boundAt) : null,
    isValid: true,
    expiresAt: null,
  });
  return new Set(events.map(warningKey));
}

function checkpointSql(tenantId: number, counterId: number, day: number, state: WatchState): Sql {
  return sql`insert into watch_checkpoint (tenant_id, counter_id, day, state) values (${tenantId}, ${counterId}, ${dayText(day)}, ${JSON.stringify(state)})
    on conflict (tenant_id, counter_id, day) do update set state = excluded.state`;
}

/** Readings by UTC day, with the index of each day's first one. */
function byDay(readings: readonly StoredReading[]): { day: number; list: StoredReading[]; at: number }[] {
  const days: { day: number; list: StoredReading[]; at: number }[] = [];
  readings.forEach((r, i) => {
    const day = dayBeginning(r.at);
    const last = days.at(-1);
    if (last?.day === day) last.list.push(r);
    else days.push({ day, list: [r], at: i });
  });
  return days;
}
