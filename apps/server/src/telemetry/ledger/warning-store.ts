import { type Sql, sql } from "../../kernel/db/sql.ts";
import { NEEDS_CONFIRMATION, type WarningEvent } from "../core/index.ts";

const iso = (ms: number) => new Date(ms).toISOString();

export interface CounterEvent {
  readonly counterId: number;
  readonly event: WarningEvent;
}

/**
 * Returns the statements that store warning events, one statement for all events with the same change. Idempotent: the
 * key of a warning's row consists of fields of its events, so a repeated event finds the same row. The events of one
 * warning must be in the order in which they happened.
 */
export function eventsSql(tenantId: number, events: readonly CounterEvent[]): Sql[] {
  return roundsOf(events).flatMap((round) => {
    const of = (change: WarningEvent["change"]) => round.filter(({ event }) => event.change === change);
    const write = { open: openSql, recur: recurSql, escalate: escalateSql, close: closeSql };
    return (["open", "recur", "escalate", "close"] as const).flatMap((change) => {
      const some = of(change);
      return some.length > 0 ? [write[change](tenantId, rowsOf(some))] : [];
    });
  });
}

/**
 * Distributes the events over rounds. The n-th event of a warning is in the n-th round, because a statement can change
 * a row only once.
 */
function roundsOf(events: readonly CounterEvent[]): CounterEvent[][] {
  const rounds: CounterEvent[][] = [];
  const counts = new Map<string, number>();
  for (const e of events) {
    const key = `${e.counterId}/${e.event.kind}/${e.event.openedAt}`;
    const n = counts.get(key) ?? 0;
    counts.set(key, n + 1);
    const round = rounds[n];
    if (round) round.push(e);
    else rounds[n] = [e];
  }
  return rounds;
}

/** Returns a table for a FROM clause, alias `x`, with one row for each event. */
function rowsOf(events: readonly CounterEvent[]): Sql {
  const column = <T>(of: (e: WarningEvent) => T) => events.map(({ event }) => of(event));
  return sql`
    unnest(
      ${events.map((e) => e.counterId)}::bigint[], ${column((e) => e.kind)}::text[],
      ${column((e) => iso(e.openedAt))}::timestamptz[], ${column((e) => iso(e.at))}::timestamptz[],
      ${column((e) => e.level)}::int[], ${column((e) => e.moldId || null)}::bigint[],
      ${column((e) => JSON.stringify(e.values))}::jsonb[],
      ${column((e) => NEEDS_CONFIRMATION.has(e.kind))}::boolean[]
    ) as x (counter_id, kind, opened_at, at, level, mold_id, cause, is_confirmed_by_user)
  `;
}

/** SQL condition: the row `w` is the warning that the event `x` changes. */
const isWarning = (tenantId: number) => sql`
  w.tenant_id = ${tenantId}
    and w.kind = x.kind
    and w.counter_id = x.counter_id
    and w.opened_at = x.opened_at
`;

const openSql = (tenantId: number, rows: Sql) => sql`
  insert into warning as w (
    tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, cause, created_date
  )
  select ${tenantId}::int, x.kind, x.level, x.mold_id, x.counter_id, x.opened_at, x.at, x.cause, x.at
  from ${rows}
  on conflict (tenant_id, kind, counter_id, opened_at) do update
  set withdrawn_at = null, level = greatest(w.level, excluded.level)
`;

const recurSql = (tenantId: number, rows: Sql) => sql`
  update warning w
  set
    level = x.level, last_at = x.at, cause = x.cause, recurrences = w.recurrences + 1,
    ended_at = null, cleared_at = null, cleared_by = null, clear_note = null
  from ${rows}
  where ${isWarning(tenantId)} and w.last_at < x.at
`;

const escalateSql = (tenantId: number, rows: Sql) => sql`
  update warning w
  set level = x.level, last_at = x.at, cause = x.cause
  from ${rows}
  where ${isWarning(tenantId)}
`;

const closeSql = (tenantId: number, rows: Sql) => sql`
  update warning w
  set
    ended_at = x.at,
    cleared_at = case when x.is_confirmed_by_user then w.cleared_at else coalesce(w.cleared_at, x.at) end
  from ${rows}
  where ${isWarning(tenantId)}
`;
