import { orgType } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { at, type PeriodRequest, type RowsRequest, times } from "./rows-request.ts";

/** SQL condition: the visit with alias `s` is a move: before it, the mold was at another registered place. */
export const isMove = sql.raw("s.before_id <> s.org_id");
/** SQL condition: the visit with alias `s` is a return, that is, a move to a maker. */
export const isReturn = (ctx: Ctx): Sql =>
  // PostgreSQL reads this array once per statement. A join would read the organization of each visit.
  sql`${isMove} and s.org_id = any(array(
    select q.org_id from organization q where q.tenant_id = ${ctx.who.tenantId} and q.type = ${orgType.values.maker}
  ))`;

/** SQL condition: the visit with alias `s` began in the period and meets `which`. */
export const beganIn = ({ ctx, span }: PeriodRequest, which: Sql): Sql =>
  sql`s.tenant_id = ${ctx.who.tenantId} and s.visit_from >= ${at(span.from)} and s.visit_from < ${at(span.to)}
    and ${which}`;

/** Selects the visits of the molds that began in the period and meet `which`. */
export const visitsSql = (a: Pick<RowsRequest, "ctx" | "span" | "molds">, which: Sql): Sql =>
  sql`select s.* from mold_visit s join ${a.molds} c on c.mold_id = s.mold_id where ${beganIn(a, which)}`;

/**
 * Selects for each visit of a mold and each bucket (bar) of the chart: the time within the bucket in which the mold was
 * in the visit, so that its place was known, ms; and 1 if this time still runs. `ahead`: SQL text of further columns,
 * which come before the time.
 */
export const placed = ({ ctx, span, starts, molds }: RowsRequest, ahead: Sql) => {
  const id = ctx.who.tenantId;
  const ends = [...starts.slice(1), span.to];
  // A transferred mold without positions stays known to be at its new place until now. Its visit stores the time at
  // which the visit was derived.
  const isOpen = sql`(s.visit_source = 'document' and s.visit_to is null)`;
  const until = sql`case when ${isOpen} then ${at(ctx.now)} else s.last_at end`;
  return sql`select s.mold_id, w.f as at,
      ${ahead} extract(epoch from least(${until}, w.u) - greatest(s.visit_from, w.f))::float8 * 1000 as "placedDays",
      (${isOpen} and w.u >= ${at(ctx.now)})::int as "placedOpen"
    from mold_visit s join ${molds} c on c.mold_id = s.mold_id
    join unnest(${times(starts)}, ${times(ends)}) as w (f, u) on s.visit_from < w.u and ${until} > w.f
      where s.tenant_id = ${id}`;
};
