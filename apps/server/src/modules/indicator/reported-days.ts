import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { begunDays, type Span } from "./period.ts";
import { at, majorTask, type PeriodRequest, type RowsRequest, times } from "./rows-request.ts";

/** SQL expression: end of the binding `b`. Infinity if the binding is open. */
export const unbound = sql.raw("coalesce(b.unbound_at, 'infinity')");

/**
 * Selects the days on which each mold's counter reported, as ranges. On the other days it is unknown whether the mold
 * worked.
 */
export const reportedDays = ({ ctx, span, molds }: RowsRequest) =>
  sql`select b.mold_id, range_agg(tstzrange(d.f, d.u)) as days
    from ${boundDays(ctx, begunDays(ctx, span))}
    join ${molds} c on c.mold_id = b.mold_id
    where ${reportedIn(ctx, span)} and ${reportedOn(ctx)}
    group by b.mold_id`;

/**
 * SQL condition: the counter of the binding `b` reported on the day `d`. `offset 0` makes the planner look up the day
 * in the primary key. Otherwise the planner would join all days of a counter with all its readings.
 */
const reportedOn = (ctx: Ctx) => sql`(exists (select from reading r
      where r.tenant_id = ${ctx.who.tenantId} and r.counter_id = b.counter_id
        and r.at >= greatest(d.f, b.bound_at) and r.at < least(d.u, ${unbound}) offset 0)
    or ${archivedIn(ctx, sql`least(d.u, ${unbound})`)})`;

/**
 * SQL condition: the counter of the binding `b` reported in the period. Every day that meets `reportedOn` also meets
 * this condition. The condition saves the look-up of each day for a counter that was silent in the whole period.
 */
const reportedIn = (ctx: Ctx, { from, to }: Span) => sql`(exists (select from reading r
      where r.tenant_id = ${ctx.who.tenantId} and r.counter_id = b.counter_id
        and r.at >= greatest(${at(from)}, b.bound_at) and r.at < least(${at(to)}, ${unbound}) offset 0)
    or exists (select from reading_day g
      where g.tenant_id = ${ctx.who.tenantId} and g.counter_id = b.counter_id
        and g.first_at >= greatest(${at(from)}, b.bound_at) and g.first_at < least(${at(to)}, ${unbound}) offset 0))`;

/**
 * Joins each binding (alias `b`) with the days that the binding overlaps (alias `d`; `d.n` is the number of the day).
 */
export const boundDays = (ctx: Ctx, days: readonly Span[]) =>
  sql`(select * from binding where tenant_id = ${ctx.who.tenantId}) b
    join unnest(${times(days.map((d) => d.from))}, ${times(days.map((d) => d.to))}) with ordinality as d (f, u, n)
      on b.bound_at < d.u and ${unbound} > d.f`;

/**
 * SQL condition: the day `d` of the binding `b` is included in the figures of the mold. On that day the counter
 * reported, and the mold was not in major maintenance for the whole day.
 * @param mold SQL alias of the mold
 */
export const isKnownDay = ({ ctx, span }: PeriodRequest, mold: "c" | "m") => {
  const m = sql.raw(mold);
  const id = ctx.who.tenantId;
  return sql`b.mold_id = ${m}.mold_id and ${reportedIn(ctx, span)} and ${reportedOn(ctx)}
    and not exists (select from maintenance_task k
      where k.tenant_id = ${id} and k.mold_no = ${m}.mold_no and k.kind = ${majorTask}
      and k.started_at <= d.f and coalesce(k.accepted_at, k.done_at, k.removed_at, 'infinity') >= d.u)`;
};

/**
 * SQL condition: the archive has readings that the counter of the binding `b` sent on the day `d` and before `until`.
 * The table reading_day (alias `g`) has a row for the archived readings of each day. If a binding began or ended on
 * that day, the table has one row for the readings before that time and one for those after it. So the condition
 * compares only the first time of a row. `more`: further condition on `g`.
 */
export const archivedIn = (
  ctx: Ctx,
  until: Sql,
  more: Sql = sql.empty,
) => sql`exists (select from reading_day g
  where g.tenant_id = ${ctx.who.tenantId} and g.counter_id = b.counter_id
    and g.first_at >= greatest(d.f, b.bound_at) and g.first_at < ${until} ${more} offset 0)`;
