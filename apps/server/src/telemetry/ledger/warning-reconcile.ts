import { type Sql, sql } from "../../kernel/db/sql.ts";
import {
  applyEvent,
  NEEDS_CONFIRMATION,
  type ReplayState,
  WARNING_KINDS,
  type Warning,
  type WarningEvent,
  warningKey,
} from "../core/index.ts";

const iso = (ms: number) => new Date(ms).toISOString();

/** Result of the replay for one counter. */
export interface Replayed {
  readonly counterId: number;
  /** Correct warnings by key: those known when the replay began, and those from its events. */
  readonly expected: ReadonlyMap<string, Warning>;
  /** Keys of warnings with an event in the replay. */
  readonly touched: ReadonlySet<string>;
  readonly statements: readonly Sql[];
  /**
   * Range of the replay, ms. `until` is its last reading, `judgedTo` its last reading with figures.
   * A warning that opens after `until` comes from a later reading. Example: a silence opens between two readings, and
   * the second one reports it.
   */
  readonly range: {
    readonly replayFrom: number;
    readonly replayTo: number;
    readonly until: number;
    readonly judgedTo: number;
  };
  /** Keys of warnings that are due by time alone after a replay to the end. */
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

/** Selects warnings that were open at a moment, or opened or ended later. */
export function warningsSql(tenantId: number, counterId: number, from: number): Sql {
  const start = Number.isFinite(from) ? iso(from) : "-infinity";
  return sql`
    select
      warning_id, kind, mold_id, (extract(epoch from opened_at) * 1000)::bigint as opened_ms,
      (extract(epoch from last_at) * 1000)::bigint as last_ms,
      (extract(epoch from ended_at) * 1000)::bigint as ended_ms
    from warning
    where tenant_id = ${tenantId}
      and counter_id = ${counterId}
      and kind <> 'validity'
      and (
        opened_at >= ${start}::timestamptz or ended_at is null or ended_at >= ${start}::timestamptz
      )
  `;
}

const keyOf = (r: StoredWarning) => ({ kind: r.kind, moldId: r.mold_id ?? 0, openedAt: r.opened_ms });

/** Placeholder: a checkpoint does not contain the values from when the cause began. */
const untold: Warning["values"] = {};

export function expectation(
  base: ReplayState,
  events: readonly WarningEvent[],
): Pick<Replayed, "expected" | "touched"> {
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
 * True when a later reading than the replay's last one updated the row: its cause returned, or it ended.
 * An end may lie before the reading that reported it, and even before the replay's end. Example: a binding begins
 * before its first reading.
 */
function goesOn(row: StoredWarning, { replayTo, judgedTo }: Replayed["range"]): boolean {
  if (replayTo === Number.POSITIVE_INFINITY) return false;
  return row.last_ms >= replayTo || (row.ended_ms !== null && row.ended_ms > judgedTo);
}

/** Returns the statements that make stored warnings equal to the result of the replay. */
export function reconcile(tenantId: number, f: Replayed, rows: readonly StoredWarning[], now: number): Sql[] {
  const { counterId, expected, touched } = f;
  const { replayTo, until } = f.range;
  const stored = new Map(rows.map((r) => [warningKey(keyOf(r)), r]));
  const withdrawn: Sql[] = [];
  const written: Sql[] = [];
  for (const [key, row] of stored) {
    // A reading within the replay may open a warning with a time before the replay's start. Warnings that were open
    // then are in `expected`. A replay to the end covers everything, so outdated warnings opened by the clock are
    // withdrawn too.
    const isOurs = row.opened_ms <= until || replayTo === Number.POSITIVE_INFINITY;
    if (isOurs && !expected.has(key) && !f.byClock.has(key)) {
      withdrawn.push(
        sql`
          update warning
          set withdrawn_at = ${iso(now)}
          where tenant_id = ${tenantId} and warning_id = ${row.warning_id} and withdrawn_at is null
        `,
      );
    }
  }
  for (const [key, w] of expected) {
    const row = stored.get(key);
    // A late reading cancelled a return of the cause: the row gets its earlier values again.
    const isTakenBack = row !== undefined && row.last_ms > w.lastAt;
    if (row && (goesOn(row, f.range) || (!touched.has(key) && !isTakenBack))) continue;
    const ended = w.closedAt === null ? null : iso(w.closedAt);
    const cleared = NEEDS_CONFIRMATION.has(w.kind) ? null : ended;
    written.push(sql`
      insert into warning as w (
        tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, ended_at, cleared_at,
        recurrences, cause, created_date
      )
      values (
        ${tenantId}, ${w.kind}, ${w.level}, ${w.moldId || null}, ${counterId}, ${iso(w.openedAt)},
        ${iso(w.lastAt)}, ${ended}, ${cleared}, ${w.times - 1}, ${JSON.stringify(w.values)},
        ${iso(w.openedAt)}
      )
      on conflict (tenant_id, kind, counter_id, opened_at) do update
      set
        level = excluded.level, mold_id = excluded.mold_id, last_at = excluded.last_at,
        ended_at = excluded.ended_at,
        cleared_at = case
          when w.cleared_by is not null then w.cleared_at
          else excluded.cleared_at
        end,
        recurrences = excluded.recurrences,
        cause = case when excluded.cause = '{}' then w.cause else excluded.cause end,
        withdrawn_at = null
    `);
  }
  // Withdrawals come first, so that two warnings of one kind are never open at once.
  return [...withdrawn, ...written];
}

/**
 * Returns the moment from which a longer replay is needed, ms; undefined: none.
 * A cancelled return of the cause needs the warning's earlier values. They come from an event before this replay's
 * start.
 */
export function lookFrom(f: Replayed, rows: readonly StoredWarning[]): number | undefined {
  const { replayFrom } = f.range;
  const last = rows.flatMap((r) => {
    const w = f.expected.get(warningKey(keyOf(r)));
    const isTakenBack = w?.values === untold && w.lastAt < replayFrom && w.lastAt < r.last_ms;
    return isTakenBack && !goesOn(r, f.range) ? [w.lastAt] : [];
  });
  return last.length > 0 ? Math.min(...last) : undefined;
}
