import { type Sql, sql } from "../../kernel/db/sql.ts";
import { NEEDS_CONFIRMATION, type WarningEvent, type WarningValues } from "../core/index.ts";

const iso = (ms: number) => new Date(ms).toISOString();

function cause(values: WarningValues): string {
  return JSON.stringify(values);
}

/** Returns the statement that stores a warning event. Idempotent: the row's key consists of fields of the event. */
export function eventSql(tenantId: number, counterId: number, e: WarningEvent): Sql {
  const key = sql`
    tenant_id = ${tenantId}
      and kind = ${e.kind}
      and counter_id = ${counterId}
      and opened_at = ${iso(e.openedAt)}::timestamptz
  `;
  switch (e.change) {
    case "open":
      return sql`
        insert into warning as w (
          tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, cause, created_date
        )
        values (
          ${tenantId}, ${e.kind}, ${e.level}, ${e.moldId || null}, ${counterId}, ${iso(e.openedAt)},
          ${iso(e.at)}, ${cause(e.values)}, ${iso(e.at)}
        )
        on conflict (tenant_id, kind, counter_id, opened_at) do update
        set withdrawn_at = null, level = greatest(w.level, excluded.level)
      `;
    case "escalate":
      return sql`
        update warning
        set level = ${e.level}, last_at = ${iso(e.at)}, cause = ${cause(e.values)}
        where ${key}
      `;
    case "recur":
      return sql`
        update warning
        set
          level = ${e.level}, last_at = ${iso(e.at)}, cause = ${cause(e.values)},
          recurrences = recurrences + 1, ended_at = null, cleared_at = null, cleared_by = null,
          clear_note = null
        where ${key} and last_at < ${iso(e.at)}::timestamptz
      `;
    case "close":
      return NEEDS_CONFIRMATION.has(e.kind)
        ? sql`update warning set ended_at = ${iso(e.at)} where ${key}`
        : sql`
          update warning
          set ended_at = ${iso(e.at)}, cleared_at = coalesce(cleared_at, ${iso(e.at)}::timestamptz)
          where ${key}
        `;
  }
}
