import { type Sql, sql } from "../../kernel/db/sql.ts";
import {
  applyEvent,
  NEEDS_CONFIRMATION,
  WARNING_KINDS,
  type Warning,
  type WatchEvent,
  type WatchState,
  warningKey,
} from "../core/index.ts";

const iso = (ms: number) => new Date(ms).toISOString();

/** What a counter's fold has found. */
export interface Folded {
  readonly counterId: number;
  /** Warnings as they should be, by key: those known when the fold began, and what it told of. */
  readonly expected: ReadonlyMap<string, Warning>;
  /** Keys of those that the fold told something of. */
  readonly touched: ReadonlySet<string>;
  readonly statements: readonly Sql[];
  /** From where to where the fold knows all, ms; `until` is the last reading that was folded: what opens later
   * is told by readings after the fold (a silence opens between two readings, and the second one tells of it).
   * `judgedTo` is the last of those that count. */
  readonly range: {
    readonly foldStart: number;
    readonly foldEnd: number;
    readonly until: number;
    readonly judgedTo: number;
  };
  /** Keys of warnings that time alone tells after a fold to the end. */
  readonly byClock: ReadonlySet<string>;
}

export interface StoredWarning {
  readonly warning_id: number;
  readonly kind: Warning["kind"];
  readonly mold_id: number | null;
  readonly opened_ms: number;
  readonly last_ms: number;
  readonly ended_ms: number | null;
}

/** Warnings that were still going on at a moment, or began later. */
export function warningsSql(tenantId: number, counterId: number, from: number): Sql {
  const start = Number.isFinite(from) ? iso(from) : "-infinity";
  return sql`select warning_id, kind, mold_id, (extract(epoch from opened_at) * 1000)::bigint as opened_ms, (extract(epoch from last_at) * 1000)::bigint as last_ms,
      (extract(epoch from ended_at) * 1000)::bigint as ended_ms from warning
    where tenant_id = ${tenantId} and counter_id = ${counterId} and kind <> 'validity'
      and (opened_at >= ${start}::timestamptz or ended_at is null or ended_at >= ${start}::timestamptz)`;
}

const keyOf = (r: StoredWarning) => ({ kind: r.kind, moldId: r.mold_id ?? 0, openedAt: r.opened_ms });

/** What a checkpoint does not keep: the values that were told when the cause began. */
const untold: Warning["values"] = {};

export function expectation(
  base: WatchState,
  events: readonly WatchEvent[],
): Pick<Folded, "expected" | "touched"> {
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
        values: untold,
        closingValues: null,
      });
  }
  const touched = new Set<string>();
  for (const e of events) {
    applyEvent(expected, e);
    touched.add(warningKey(e));
  }
  return { expected, touched };
}

/**
 * What readings after the fold have told still stands in the row: that the cause came back, or that it ended. An end may
 * lie before the reading that told it, even before the fold's end: a counter is on a mold since its binding began.
 */
function goesOn(row: StoredWarning, { foldEnd, judgedTo }: Folded["range"]): boolean {
  if (foldEnd === Number.POSITIVE_INFINITY) return false;
  return row.last_ms >= foldEnd || (row.ended_ms !== null && row.ended_ms > judgedTo);
}

/** Brings stored warnings in line with what the fold found. */
export function reconcile(tenantId: number, f: Folded, rows: readonly StoredWarning[], now: number): Sql[] {
  const { counterId, expected, touched } = f;
  const { foldEnd, until } = f.range;
  const stored = new Map(rows.map((r) => [warningKey(keyOf(r)), r]));
  const withdrawn: Sql[] = [];
  const written: Sql[] = [];
  for (const [key, row] of stored) {
    // A warning may have opened before the fold began and be told of by a reading within it; what was open already
    // when it began is expected anyway. A fold to the end knows all: what the clock told since goes where the facts have
    // changed.
    const isOurs = row.opened_ms <= until || foldEnd === Number.POSITIVE_INFINITY;
    if (isOurs && !expected.has(key) && !f.byClock.has(key)) {
      withdrawn.push(
        sql`update warning set withdrawn_at = ${iso(now)} where tenant_id = ${tenantId} and warning_id = ${row.warning_id} and withdrawn_at is null`,
      );
    }
  }
  for (const [key, w] of expected) {
    const row = stored.get(key);
    // A return of the cause that a late reading has taken back: the row goes back to what was before it.
    const isTakenBack = row !== undefined && row.last_ms > w.lastAt;
    if (row && (goesOn(row, f.range) || (!touched.has(key) && !isTakenBack))) continue;
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

/**
 * Where a return of the cause is taken back, the row says again what it said before: that was told before the fold
 * began, and is looked up there, ms.
 */
export function lookFrom(f: Folded, rows: readonly StoredWarning[]): number | undefined {
  const { foldStart } = f.range;
  const last = rows.flatMap((r) => {
    const w = f.expected.get(warningKey(keyOf(r)));
    const isTakenBack = w?.values === untold && w.lastAt < foldStart && w.lastAt < r.last_ms;
    return isTakenBack && !goesOn(r, f.range) ? [w.lastAt] : [];
  });
  return last.length > 0 ? Math.min(...last) : undefined;
}
