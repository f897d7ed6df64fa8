import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import {
  applyEvent,
  type Binding,
  DAY_MS,
  dayBeginning,
  factsOfReadings,
  foldDay,
  NEEDS_CONFIRMATION,
  NEW_WATCH,
  sameState,
  startDay,
  WARNING_KINDS,
  WARNING_SUBJECT,
  type Warning,
  type WatchEvent,
  type WatchState,
  warningKey,
  writeWatch,
} from "../core/index.ts";
import { watchReading } from "./fast-path.ts";
import { type KnownCounter, noMold } from "./known-counter.ts";
import { type Days, loadDays, type StoredReading } from "./timeline-store.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const dayText = (ms: number) => iso(ms).slice(0, 10);

export interface Refold {
  /** Its facts are those after the change. */
  readonly counter: KnownCounter;
  /** First and last moment that changed, ms; infinities where it is open. */
  readonly firstAt: number;
  readonly lastAt: number;
}

interface Folded {
  readonly counterId: number;
  readonly base: WatchState;
  readonly events: readonly WatchEvent[];
  readonly statements: readonly Sql[];
  /** From where to where the fold knows all, ms; `until` is the last reading that was folded: what opens later
   * is told by readings after the fold (a silence opens between two readings, and the second one tells of it). */
  readonly range: { readonly foldStart: number; readonly foldEnd: number; readonly until: number };
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
  for (const [i, r] of refolds.entries()) {
    const first = days[i];
    if (first) folded.push(await fold(tx, r, first));
  }
  const stored = await tx.all(folded.map((f) => warningsSql(tenantId, f.counterId, f.range.foldStart)));
  return folded.flatMap((f, i) => [
    ...f.statements,
    ...reconcile(tenantId, f, (stored[i] ?? []) as unknown as StoredWarning[], now),
  ]);
}

async function fold(tx: Tx, { counter, lastAt }: Refold, first: Days): Promise<Folded> {
  const { tenantId } = tx;
  const { counterId } = counter;
  let state: WatchState = first.start ?? { ...NEW_WATCH };
  const base = state;
  const events: WatchEvent[] = [];
  const statements: Sql[] = [];
  let lastRawAt = Number.NEGATIVE_INFINITY;
  const finish = (foldEnd: number): Folded => {
    if (foldEnd === Number.POSITIVE_INFINITY) {
      statements.push(
        sql`update counter_state set watch = ${writeWatch(state)} where tenant_id = ${tenantId} and counter_id = ${counterId}`,
      );
      events.push(...endedWithBinding(counter, state));
    }
    return {
      counterId,
      base,
      events,
      statements,
      range: { foldStart: first.from, foldEnd, until: lastRawAt },
    };
  };
  for (let chunk = first; ; ) {
    const made = factsOfReadings(counter.facts, chunk);
    for (const { day, list, at } of byDay(chunk.readings)) {
      const begin = startDay(state);
      const old = chunk.checkpoints.get(day);
      const isKnown = old !== undefined && sameState(old, begin);
      if (isKnown && day > lastAt) return finish(day);
      if (!isKnown) statements.push(checkpointSql(tenantId, counterId, day, begin));
      const readings = list.flatMap((r, i) => {
        const f = made[at + i];
        return f ? [watchReading(r.at, r, f, counter.molds.get(f.moldId) ?? noMold)] : [];
      });
      const folded = foldDay(state, readings, () => counter.rules);
      state = folded.state;
      events.push(...folded.events);
      lastRawAt = list.at(-1)?.at ?? lastRawAt;
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

/** Of a counter that was taken off after its last reading no other will say that its mold's warnings are over. */
function endedWithBinding({ facts }: KnownCounter, state: WatchState): WatchEvent[] {
  const last = facts.bindings.reduce<Binding | undefined>(
    (found, b) => (found && found.boundAt > b.boundAt ? found : b),
    undefined,
  );
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

interface StoredWarning {
  readonly warning_id: number;
  readonly kind: Warning["kind"];
  readonly mold_id: number | null;
  readonly opened_ms: number;
  readonly last_ms: number;
  readonly ended_ms: number | null;
}

/** Warnings that were still going on at a moment, or began later. */
function warningsSql(tenantId: number, counterId: number, from: number): Sql {
  const start = Number.isFinite(from) ? iso(from) : "-infinity";
  return sql`select warning_id, kind, mold_id, (extract(epoch from opened_at) * 1000)::bigint as opened_ms, (extract(epoch from last_at) * 1000)::bigint as last_ms,
      (extract(epoch from ended_at) * 1000)::bigint as ended_ms from warning
    where tenant_id = ${tenantId} and counter_id = ${counterId} and kind <> 'validity'
      and (opened_at >= ${start}::timestamptz or ended_at is null or ended_at >= ${start}::timestamptz)`;
}

/** Brings stored warnings in line with what the fold found. */
function reconcile(tenantId: number, f: Folded, rows: readonly StoredWarning[], now: number): Sql[] {
  const { counterId, base, events } = f;
  const { foldEnd, until } = f.range;
  const stored = new Map(
    rows.map((r) => [warningKey({ kind: r.kind, moldId: r.mold_id ?? 0, openedAt: r.opened_ms }), r]),
  );
  const expected = new Map<string, Warning>();
  for (const kind of WARNING_KINDS) {
    const w = base.warnings[kind];
    if (w)
      expected.set(warningKey({ kind, ...w }), {
        kind,
        moldId: w.moldId,
        openedAt: w.openedAt,
        level: w.level,
        times: w.times,
        lastAt: w.lastAt,
        closedAt: w.closedAt,
        values: {},
        closingValues: null,
      });
  }
  const touched = new Set<string>();
  for (const e of events) {
    applyEvent(expected, e);
    touched.add(warningKey(e));
  }
  const withdrawn: Sql[] = [];
  const written: Sql[] = [];
  for (const [key, row] of stored) {
    // A warning may have opened before the fold began and be told of by a reading within it; what was open already
    // when it began is expected anyway. A fold to the end knows all: what the clock told since of facts that have
    // changed goes, and the clock tells again what still holds.
    const isOurs = row.opened_ms <= until || foldEnd === Number.POSITIVE_INFINITY;
    if (isOurs && !expected.has(key)) {
      withdrawn.push(
        sql`update warning set withdrawn_at = ${iso(now)} where tenant_id = ${tenantId} and warning_id = ${row.warning_id} and withdrawn_at is null`,
      );
    }
  }
  for (const [key, w] of expected) {
    const row = stored.get(key);
    // What came after the fold's end still stands in the row.
    const goesOn = row && (row.last_ms >= foldEnd || (row.ended_ms !== null && row.ended_ms >= foldEnd));
    // A return of the cause that a late reading has taken back: the row goes back to what was before it.
    const isTakenBack = row !== undefined && row.last_ms > w.lastAt;
    if (goesOn || (row && !touched.has(key) && !isTakenBack)) continue;
    const ended = w.closedAt === null ? null : iso(w.closedAt);
    const cleared = NEEDS_CONFIRMATION.has(w.kind) ? null : ended;
    written.push(sql`insert into warning as w (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, ended_at, cleared_at, recurrences, cause, created_date)
      values (${tenantId}, ${w.kind}, ${w.level}, ${w.moldId || null}, ${counterId}, ${iso(w.openedAt)}, ${iso(w.lastAt)}, ${ended}, ${cleared}, ${w.times - 1}, ${JSON.stringify(w.values)}, ${iso(w.openedAt)})
      on conflict (tenant_id, kind, counter_id, opened_at) do update set level = excluded.level, mold_id = excluded.mold_id, last_at = excluded.last_at, ended_at = excluded.ended_at,
        cleared_at = case when w.cleared_by is not null then w.cleared_at else excluded.cleared_at end, recurrences = excluded.recurrences,
        cause = case when excluded.cause = '{}' then w.cause else excluded.cause end, withdrawn_at = null`);
  }
  // Closed ones first, so that at no moment two of one kind are open.
  return [...withdrawn, ...written];
}
