import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/**
 * Run hours of a mold since an instant, from the hourly figures of the mold `id` (an expression); all of them where
 * `since` is null. The hour in which the instant lies counts by its share. By device time: a late reading from before
 * the last maintenance does not count towards the next.
 */
export function runHoursSince(ctx: Ctx, moldId: string, since: string): Sql {
  const s = sql.raw(since);
  return sql`(select coalesce(sum(case when h.hour < ${s} then h.run_ms * extract(epoch from h.hour + interval '1 hour' - ${s}) / 3600 else h.run_ms end), 0) / 3600000.0
    from shot_hour h where h.tenant_id = ${ctx.who.tenantId} and h.mold_id = ${sql.raw(moldId)}
      and h.hour > coalesce(${s} - interval '1 hour', '-infinity'::timestamptz))`;
}

/** When a mold's maintenance of a kind was last done; null: never. `m` is the mold. */
export function lastDone(ctx: Ctx, kind: Sql): Sql {
  return sql`(select max(d.done_at) from maintenance_task d where d.tenant_id = ${ctx.who.tenantId} and d.mold_no = m.mold_no and d.kind = ${kind} and d.state = 4)`;
}
