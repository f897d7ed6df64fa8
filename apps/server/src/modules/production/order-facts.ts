import { forecastWidth } from "@shotkeeper/contract/indicator";
import { forecastDays, leastForecastDays, orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { personName } from "../../kernel/person-name.ts";
import { progressOf } from "../../kernel/progress.ts";
import type { OrderShots } from "../mold/index.ts";

const dayMs = 86_400_000;
/** Forecasts further ahead than this number of days are not shown. */
const maxForecastDays = 5 * 365;
const running = sql.constant(orderState.values.running);
const done = sql.constant(orderState.values.done);
const closed = sql.constant(orderState.values.closed);

/**
 * Selects the hourly shots that count for an order: hour, shots, estimated. Hours that began between the start and the
 * end of the order count in full. Of the hour that contains the start, shots that were known at the start
 * (`start_shots`) do not count. Late readings may add shots from before the start. So this hour counts at most in
 * proportion to its part after the start. The shots of an hour are added up first, because a mold whose counter was
 * replaced has two rows in that hour. An order that was never started has no rows.
 * @param order SQL alias of the order
 * @param moldId SQL expression of the mold's id
 */
export function creditedHours(ctx: Ctx, order: string, moldId: string): Sql {
  const o = sql.raw(order);
  const part = sql`greatest(0, least(
    h.shots - ${o}.start_shots,
    floor(h.shots * extract(epoch from h.hour + interval '1 hour' - ${o}.started_at) / 3600)
  ))::bigint`;
  return sql`select h.hour,
      case when h.hour >= ${o}.started_at then h.shots else ${part} end as shots,
      case when h.hour >= ${o}.started_at then h.estimated else ${part} end as estimated
    from (
      select g.hour, sum(g.shots)::bigint as shots, sum(g.estimated)::bigint as estimated
      from shot_hour g
      where g.tenant_id = ${ctx.who.tenantId}
        and g.mold_id = ${sql.raw(moldId)}
        and g.hour >= case
          when ${o}.start_shots is null then ${o}.started_at else date_trunc('hour', ${o}.started_at) end
        and g.hour < coalesce(${o}.ended_at, 'infinity')
      group by g.hour
    ) h`;
}

/**
 * Selects `columns` from the hours that count for an order (`creditedHours`, alias `h`). The outer query must have the
 * aliases `t` (order) and `m` (mold).
 */
export const shotsOfOrder = (ctx: Ctx, columns: Sql): Sql =>
  sql`select ${columns} from (${creditedHours(ctx, "t", "m.mold_id")}) h`;

/** Selects the shots of each started order of the given molds. */
export const shotsOfOrders = (ctx: Ctx, moldIds: readonly number[]): Sql<OrderShots> => sql<OrderShots>`
  select t.order_id, m.mold_id, coalesce(made.shots, 0)::bigint as shots
  from production_order t
  join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_no = t.mold_no
  left join lateral (${shotsOfOrder(ctx, sql.raw("sum(h.shots) as shots"))}) made on true
  where t.tenant_id = ${ctx.who.tenantId} and m.mold_id = any(${moldIds}) and t.started_at is not null
  order by t.started_at
`;

/**
 * Selects statistics of the mold's shots per day, from which `orderJoins` computes the forecast range:
 * - `n`: number of days. They are the last `forecastDays` days, beginning with the first day with shots. 0: the order
 *   is not running.
 * - `mean`: mean shots per day.
 * - `v`: variance of the shots per day × `forecastWidth`². If a seventh of the variance of the shots per week is
 *   larger, it replaces the variance per day (as in `forecastUse`).
 */
function paceSql(ctx: Ctx): Sql {
  const now = sql`${new Date(ctx.now)}::timestamptz`;
  return sql`with sums as (
      select floor(extract(epoch from ${now} - h.hour) / 86400)::int as age, sum(h.shots)::float8 as shots
      from shot_hour h
      where h.tenant_id = ${ctx.who.tenantId}
        and h.mold_id = m.mold_id
        and t.order_state = ${running}
        and h.hour > ${new Date(ctx.now - forecastDays * dayMs)}::timestamptz
        and h.hour <= ${now}
      group by 1
    ),
    days as (
      select a.age, coalesce(s.shots, 0) as shots
      from generate_series(0, (select max(age) from sums where shots > 0)) a (age)
      left join sums s on s.age = a.age
    ),
    weeks as (
      select sum(shots) as shots
      from days
      group by age / 7
      having count(*) = 7
    )
    select count(*) as n, avg(d.shots) as mean,
      ${forecastWidth ** 2}::float8 * greatest(
        coalesce(var_samp(d.shots), 0),
        coalesce((select var_samp(w.shots) / 7 from weeks w), 0)
      ) as v
    from days d`;
}

/**
 * Returns the joins of an order (alias `t`). Aliases: `m` mold; `made` shots made for the order; `rate` days until the
 * remaining shots of a running order are made. `rate.usual` is computed with the mean pace; `rate.fast` and `rate.slow`
 * are the ends of the forecast range. Infinity: the mold has made no recent shots. Null: the mold has too few days of
 * history for a forecast.
 */
export function orderJoins(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  const sums = sql`coalesce(sum(h.shots), 0)::bigint as shots, coalesce(sum(h.estimated), 0)::bigint as estimated`;
  const hourAgo = sql`${new Date(ctx.now)}::timestamptz - interval '1 hour'`;
  return sql`left join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    left join device d on d.tenant_id = ${id} and d.device_id = t.device_id
    left join lateral (${shotsOfOrder(ctx, sums)}) made on true
    left join lateral (
      select
        case when y.n = 0 then 'infinity' else y.rest / y.mean end as usual,
        least(y.rest / y.mean, y.rest ^ 2 / nullif(y.half + y.root, 0)) as fast,
        case
          when y.n = 0 or y.a <= 0 then 'infinity'
          else greatest(y.rest / y.mean, (y.half + y.root) / y.a) end as slow
      from (
        select x.*, sqrt(greatest(0, x.half ^ 2 - x.a * x.rest ^ 2)) as root
        from (
          select p.*, q.rest, q.rest * p.mean + p.v / 2 as half, p.mean ^ 2 - p.v / nullif(p.n, 0) as a
          from (${paceSql(ctx)}) p, (select greatest(0, t.planned_shots - made.shots)::float8 as rest) q
          where t.order_state = ${running}
            and (p.n >= ${leastForecastDays}::int or p.n = 0 and t.started_at <= ${hourAgo})
        ) x
      ) y
    ) rate on true`;
}

/**
 * SQL expression: time at which the remaining shots will be made. Null if they will never be made, or not within
 * `maxForecastDays`.
 */
function endAt(ctx: Ctx, column: "usual" | "fast" | "slow"): Sql {
  const days = sql.raw(`rate.${column}`);
  return sql`case when made.shots < t.planned_shots and ${days} < ${maxForecastDays}
    then ${new Date(ctx.now)}::timestamptz + ${days} * interval '1 day' end`;
}

/**
 * SQL expression: risk that the order ends after its planned end. An order that was not started counts as late after
 * its planned end.
 */
function risk(ctx: Ctx): Sql {
  return sql`case
    when t.order_state in (${done}, ${closed}) then null
    when t.planned_end < ${new Date(ctx.now)}::timestamptz then 'late'
    when t.order_state <> ${running} or rate.usual is null then null
    when made.shots >= t.planned_shots then 'onTime'
    when coalesce(${endAt(ctx, "usual")}, 'infinity') > t.planned_end then 'likely'
    when coalesce(${endAt(ctx, "slow")}, 'infinity') > t.planned_end then 'possible'
    else 'onTime' end`;
}

/** SQL expression: id of another running order of the same mold as the order with alias `t`. */
const busyWith = (ctx: Ctx) =>
  sql`(select o.order_id
    from production_order o
    where o.tenant_id = ${ctx.who.tenantId}
      and o.mold_no = t.mold_no
      and o.order_state = ${running}
      and o.order_id <> t.order_id)`;

/** SQL condition: the tenant's parameter ORDER_AUDIT_OTHER requires that auditor and submitter are different users. */
const auditByOther = (ctx: Ctx) =>
  sql`exists (select from parameter x
    where x.tenant_id = ${ctx.who.tenantId} and x.prm_id = 'ORDER_AUDIT_OTHER' and x.prm_value = 'Y')`;

/** SQL expression: `column` of the order that the mold `t` runs now. */
export const runningOrder = (ctx: Ctx, column: Sql) => sql`(
  select ${column}
  from production_order o
  where o.tenant_id = ${ctx.who.tenantId} and o.mold_no = t.mold_no and o.order_state = ${running}
)`;

/** SQL expression: progress of the order that the mold `t` runs now, in percent. */
export const runningProgress = (ctx: Ctx) =>
  runningOrder(
    ctx,
    sql`(
      select ${sql.raw(progressOf("coalesce(sum(h.shots), 0)", "o.planned_shots"))}
      from (${creditedHours(ctx, "o", "t.mold_id")}) h
    )`,
  );

/** SQL expressions of the columns that `orderList` adds to the order's stored columns. */
export const orderColumns = {
  moldName: "m.mold_name",
  oemName: "oem.org_name",
  plantId: "m.plant_id",
  plantName: "plant.org_name",
  projectNo: "m.project_no",
  serviceState: "m.service_state",
  deviceName: "d.device_name",
  plannedParts: "t.planned_shots * t.cavities",
  madeShots: "made.shots",
  madeParts: "made.shots * t.cavities",
  estimatedShots: "made.estimated",
  progress: progressOf("made.shots", "t.planned_shots"),
  forecastEnd: (ctx: Ctx) => endAt(ctx, "usual"),
  forecastEarliest: (ctx: Ctx) => endAt(ctx, "fast"),
  forecastLatest: (ctx: Ctx) => endAt(ctx, "slow"),
  lateRisk: risk,
  busyWith,
  submittedByName: personName("t.submitted_by"),
  auditedByName: personName("t.audited_by"),
  auditByOther,
} as const;
