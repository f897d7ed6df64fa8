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

/** Result of replaying the warning state machine of one counter. */
export interface Replayed {
  readonly counterId: number;
  /**
   * The warnings that the replay expects in the database, by key. They are the warnings before the replay, updated by
   * the events of the replay.
   */
  readonly expected: ReadonlyMap<string, Warning>;
  /** Keys that identify the warnings that an event of the replay opened, changed or closed. */
  readonly touched: ReadonlySet<string>;
  readonly statements: readonly Sql[];
  /**
   * Range of the replay, ms. If the replay stopped before the end of the timeline, stored warnings stay as they are if
   * a reading after the replayed ones opened, changed or ended them.
   */
  readonly range: {
    /** Start of the first replayed day. −Infinity: from the counter's first reading. */
    readonly replayFrom: number;
    /** Start of the first day with readings that was not replayed. Infinity: all days were replayed. */
    readonly replayTo: number;
    /** Time of the last replayed reading, ms. A warning that opened later comes from a later reading. */
    readonly until: number;
    /** Time of the last replayed reading for which figures were derived, ms. */
    readonly judgedTo: number;
  };
  /**
   * Keys of the `silent` and `unbound` warnings that are due now although no reading caused them: enough time has
   * passed. Empty if the replay stopped before the end of the timeline, because later readings exist then.
   */
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

/**
 * Returns the query for the warnings that were open at the moment `from` (ms), or were opened or ended later. −Infinity
 * selects all warnings. Leaves out `validity` warnings (end of the data plan), because no replay raises them.
 */
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

/**
 * Stands for the measured values of a warning that opened before the replay. A checkpoint does not store these values,
 * so they are not known.
 */
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
 * Returns whether the stored row must stay as it is, because a reading after the replayed readings has changed it: the
 * cause returned, or the warning ended. The stored end may lie before the end of the replay. Example: a warning ends
 * when a binding begins, but only the first reading of that binding, which was not replayed, stores this end.
 */
function goesOn(row: StoredWarning, { replayTo, judgedTo }: Replayed["range"]): boolean {
  if (replayTo === Number.POSITIVE_INFINITY) return false;
  return row.last_ms >= replayTo || (row.ended_ms !== null && row.ended_ms > judgedTo);
}

/** Returns the statements that make the stored warnings equal to the result of the replay. */
export function reconcile(tenantId: number, f: Replayed, rows: readonly StoredWarning[], now: number): Sql[] {
  const { counterId, expected, touched } = f;
  const { replayTo, until } = f.range;
  const stored = new Map(rows.map((r) => [warningKey(keyOf(r)), r]));
  const withdrawn: Sql[] = [];
  const written: Sql[] = [];
  for (const [key, row] of stored) {
    // Withdraws stored warnings that the replay did not produce. Has no lower limit for `opened_ms`, because a replayed
    // reading may open a warning that is dated before the start of the replay. Warnings that were open at the start are
    // in `expected`. A replay to the end of the timeline also withdraws warnings that opened later, because time passed
    // without a reading.
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
    // True if the stored row counts a return of the cause, and a late reading has shown that the cause did not return.
    // The row then gets the values that it had before this return.
    const isTakenBack = row !== undefined && row.last_ms > w.lastAt;
    if (row && goesOn(row, f.range)) {
      // Only the end comes from a later reading. The cause was measured again.
      if (touched.has(key) && w.values !== untold && row.last_ms === w.lastAt)
        written.push(
          sql`
            update warning
            set cause = ${JSON.stringify(w.values)}
            where tenant_id = ${tenantId} and warning_id = ${row.warning_id}
          `,
        );
      continue;
    }
    if (row && !touched.has(key) && !isTakenBack) continue;
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
  // Puts the withdrawals first, so that two warnings of the same kind are never open at once.
  return [...withdrawn, ...written];
}

/**
 * Returns an earlier moment from which the replay must be repeated, ms. Returns undefined if no repetition is needed.
 * Example: a stored warning counts a return of its cause, and a late reading shows that the cause did not return. The
 * warning then needs its earlier values again. If they were measured before the start of this replay, this replay does
 * not know them.
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
