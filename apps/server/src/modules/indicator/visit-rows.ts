import { orgType } from "@shotkeeper/contract/system";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { at, type RowsRequest, times } from "./rows-request.ts";

/**
 * Selects the visits of molds at registered places that began in the period, with the type and name of the place and
 * with the previous visit.
 */
export const visitsSql = ({ ctx, span, molds }: Pick<RowsRequest, "ctx" | "span" | "molds">) => {
  const id = ctx.who.tenantId;
  // PostgreSQL reads this array once per statement. An EXISTS would run for each visit.
  const places = sql`array(select q.org_id from organization q where q.tenant_id = ${id})`;
  return sql`select s.*, o.type, o.org_name, p.org_id as before_id, p.longitude as before_lng, p.latitude as before_lat
    from mold_visit s
    join ${molds} c on c.mold_id = s.mold_id
    join organization o on o.tenant_id = ${id} and o.org_id = s.org_id
    left join lateral (
      select v.org_id, v.longitude, v.latitude
      from mold_visit v
      where v.tenant_id = ${id} and v.mold_id = s.mold_id and v.visit_from < s.visit_from
        and v.org_id = any(${places})
      order by v.visit_from desc
      limit 1
    ) p on true
    where s.tenant_id = ${id} and s.visit_from >= ${at(span.from)} and s.visit_from < ${at(span.to)}`;
};

/**
 * SQL condition: the visit with alias `s` is a return, that is, the mold came to a maker from another place. The first
 * visit of a mold is no return.
 */
export const isReturn = sql`s.type = ${orgType.values.maker} and s.before_id is distinct
  from s.org_id and s.before_id is not null`;
export const isMove = sql`s.before_id is not null and s.before_id <> s.org_id`;

/**
 * Selects for each visit of a mold and each bucket (bar) of the chart: the number of days of the bucket on which the
 * mold was in the visit, so that its place was known. `ahead`: SQL text of further columns, which come before the days.
 */
export const placed = ({ ctx, span, starts, molds }: RowsRequest, ahead: Sql) => {
  const id = ctx.who.tenantId;
  const ends = [...starts.slice(1), span.to];
  // A transferred mold without positions stays known to be at its new place until now. Its visit stores the time at
  // which the visit was derived.
  const until = sql`case
      when s.visit_source = 'document' and s.visit_to is null then ${new Date(ctx.now)}::timestamptz
      else s.last_at end`;
  return sql`select s.mold_id, w.f as at,
      ${ahead} extract(epoch from least(${until}, w.u) - greatest(s.visit_from, w.f))::float8 / 86400 as "placedDays"
    from mold_visit s join ${molds} c on c.mold_id = s.mold_id
    join unnest(${times(starts)}, ${times(ends)}) as w (f, u) on s.visit_from < w.u and ${until} > w.f
      where s.tenant_id = ${id}`;
};
