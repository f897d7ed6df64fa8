import type { Condition } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type ListSpec, withPeriod } from "./list-query.ts";
import { moldsOf } from "./listed-molds.ts";
import { requestedPeriod } from "./period.ts";
import { majorTask } from "./rows-request.ts";
import { beganIn, visitsSql } from "./visit-rows.ts";

const columns = sql.raw(
  `s.mold_id, s.visit_from, s.last_at, s.visit_to, s.org_id, s.longitude, s.latitude, s.fixes, s.visit_source,
  s.before_id, s.before_lng, s.before_lat`,
);

/**
 * Returns the part of a list's definition that reads its rows, for a list of the visits that began in the period and
 * meet `which`, a condition on the visit (alias `s`). Joins the places of the visit (`o`) and before it (`lo`).
 * @param time field that has the beginning of the visit
 */
export const visitList = (
  which: (ctx: Ctx) => Sql,
  time: "visitFrom" | "movedAt",
): Pick<ListSpec, "rows" | "finder" | "joins"> => {
  const request = (ctx: Ctx, conditions: readonly Condition[]) => ({
    ctx,
    span: requestedPeriod(ctx, conditions),
    molds: moldsOf(ctx, conditions),
  });
  return {
    rows: (ctx, conditions) =>
      sql`select ${columns} from (${visitsSql(request(ctx, conditions), which(ctx))}) s`,
    finder: {
      fields: [time, "visitTo", "visitSource", "fixes"],
      // Each visit has exactly one mold, so visits are counted without joining the molds.
      counted: (ctx, conditions) =>
        withPeriod(
          ctx,
          conditions,
          sql`select ${columns} from mold_visit s where ${beganIn(request(ctx, conditions), which(ctx))}`,
        ),
      mold: (ctx) => sql`join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_id = t.mold_id`,
      keys: "t.mold_id, t.visit_from",
      rows: (ctx, _conditions, keys) =>
        sql`select ${columns}
          from mold_visit s
          join ${keys} k on k.mold_id = s.mold_id and k.visit_from = s.visit_from
          where s.tenant_id = ${ctx.who.tenantId}`,
    },
    joins: ({ who: { tenantId: id } }) =>
      sql`left join organization o on o.tenant_id = ${id} and o.org_id = t.org_id
        left join organization lo on lo.tenant_id = ${id} and lo.org_id = t.before_id`,
  };
};

/**
 * SQL expression: great-circle distance between a visit's place and the previous place, km, by the haversine formula.
 */
export const moveDistance = `round((2 * 6371.0088 * asin(least(1, sqrt(
  power(sin(radians(t.latitude - t.before_lat) / 2), 2)
  + cos(radians(t.latitude)) * cos(radians(t.before_lat)) * power(sin(radians(t.longitude - t.before_lng) / 2),
      2)))))::numeric,
      1)`;

/** SQL expression: recorded reason of the visit, or else the reason of a maintenance task or trial during the visit. */
export const visitReason = (ctx: Ctx) => {
  const id = ctx.who.tenantId;
  return sql`coalesce(
    (select n.visit_reason
      from mold_return_note n
      where n.tenant_id = ${id} and n.mold_id = t.mold_id and n.visit_from >= t.visit_from and n.visit_from <= t.last_at
      order by n.updated_date desc
      limit 1),
    (select coalesce(k.task_reason, k.content)
      from maintenance_task k
      where k.tenant_id = ${id}
        and k.mold_no = m.mold_no
        and k.kind = ${majorTask}
        and k.started_at <= t.last_at
        and coalesce(k.done_at, 'infinity') >= t.visit_from
      order by k.started_at desc
      limit 1),
    (select x.trial_reason
        from mold_trial x
        where x.tenant_id = ${id}
          and x.mold_no = m.mold_no
          and x.started_at <= t.last_at
          and coalesce(x.ended_at, 'infinity') >= t.visit_from
        order by x.started_at desc
        limit 1))`;
};
