import { forecastWidth } from "@shotkeeper/contract/indicator";
import { forecastDays, leastForecastDays, orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

const dayMs = 86_400_000;
/** A forecast further away than this says nothing, days. */
const farthest = 5 * 365;
const { running, done, closed } = orderState.values;

/**
 * How progress is counted, whole: the shots of every hour of the mold that began within the order's time. An order that
 * runs takes the present hour with it; one that was never started has none.
 */
export function madeSince(ctx: Ctx, columns: Sql): Sql {
  return sql`select ${columns} from shot_hour h
    where h.tenant_id = ${ctx.who.tenantId} and h.mold_id = m.mold_id and h.hour >= t.started_at and h.hour < coalesce(t.ended_at, 'infinity')`;
}

/**
 * How the mold did on each of its latest days since its first shot among them, also those on which it stood: their
 * number, mean and variance, the latter that of days or of weeks, as `forecastUse` has it. No rows for orders at rest.
 */
function paceSql(ctx: Ctx): Sql {
  const now = sql`${new Date(ctx.now)}::timestamptz`;
  return sql`with sums as (
      select floor(extract(epoch from ${now} - h.hour) / 86400)::int as age, sum(h.shots)::float8 as shots from shot_hour h
      where h.tenant_id = ${ctx.who.tenantId} and h.mold_id = m.mold_id and t.order_state = ${running}
        and h.hour > ${new Date(ctx.now - forecastDays * dayMs)}::timestamptz and h.hour <= ${now} group by 1),
    days as (select a.age, coalesce(s.shots, 0) as shots
      from generate_series(0, (select max(age) from sums where shots > 0)) a (age) left join sums s on s.age = a.age)
    select count(*) as n, avg(d.shots) as mean, ${forecastWidth ** 2}::float8 * greatest(coalesce(var_samp(d.shots), 0),
      coalesce((select var_samp(w.shots) / 7 from (select sum(shots) as shots from days group by age / 7 having count(*) = 7) w), 0)) as v
    from days d`;
}

/**
 * t the order, m its mold, made what was made for it, rate in how many days the rest is made: usually, at the earliest
 * and at the latest. A mold that stands never makes it; one that has only begun says nothing yet.
 */
export function orderJoins(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`left join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    left join device d on d.tenant_id = ${id} and d.device_id = t.device_id
    left join lateral (${madeSince(ctx, sql`coalesce(sum(h.shots), 0)::bigint as shots, coalesce(sum(h.estimated), 0)::bigint as estimated`)}) made on true
    left join lateral (
      select case when y.n = 0 then 'infinity' else y.rest / y.mean end as usual, least(y.rest / y.mean, y.rest ^ 2 / nullif(y.half + y.root, 0)) as fast,
        case when y.n = 0 or y.a <= 0 then 'infinity' else greatest(y.rest / y.mean, (y.half + y.root) / y.a) end as slow
      from (select x.*, sqrt(greatest(0, x.half ^ 2 - x.a * x.rest ^ 2)) as root
        from (select p.*, q.rest, q.rest * p.mean + p.v / 2 as half, p.mean ^ 2 - p.v / nullif(p.n, 0) as a
          from (${paceSql(ctx)}) p, (select greatest(0, t.planned_shots - made.shots)::float8 as rest) q
          where t.order_state = ${running} and (p.n >= ${leastForecastDays}::int or p.n = 0 and t.started_at <= ${new Date(ctx.now)}::timestamptz - interval '1 hour')) x) y
    ) rate on true`;
}

/** When the rest is made; null where that is never, or so far away that it says nothing. */
function endAt(ctx: Ctx, column: string): Sql {
  const days = sql.raw(`rate.${column}`);
  return sql`case when made.shots < t.planned_shots and ${days} < ${farthest} then ${new Date(ctx.now)}::timestamptz + ${days} * interval '1 day' end`;
}

/** How far the planned end is in danger. An order that is not begun yet is late when its end is over. */
function risk(ctx: Ctx): Sql {
  const { running: r } = orderState.values;
  return sql`case when t.order_state in (${done}, ${closed}) then null
    when t.planned_end < ${new Date(ctx.now)}::timestamptz then 'late'
    when t.order_state <> ${r} or rate.usual is null then null
    when made.shots >= t.planned_shots then 'onTime'
    when coalesce(${endAt(ctx, "usual")}, 'infinity') > t.planned_end then 'likely'
    when coalesce(${endAt(ctx, "slow")}, 'infinity') > t.planned_end then 'possible'
    else 'onTime' end`;
}

/** The running order of the same mold, other than this one. */
const busyWith = (ctx: Ctx) =>
  sql`(select o.order_id from production_order o where o.tenant_id = ${ctx.who.tenantId} and o.mold_no = t.mold_no and o.order_state = ${running} and o.order_id <> t.order_id)`;

/** Does the tenant want somebody else to audit than who submitted? */
const auditByOther = (ctx: Ctx) =>
  sql`exists (select from parameter x where x.tenant_id = ${ctx.who.tenantId} and x.prm_id = 'ORDER_AUDIT_OTHER' and x.prm_value = 'Y')`;

/** Expressions of what `orderList` has beyond the order's own columns. */
export const orderColumns = {
  moldName: "m.mold_name",
  oemName: "oem.org_name",
  plantId: "m.plant_id",
  plantName: "plant.org_name",
  serviceState: "m.service_state",
  deviceName: "d.device_name",
  plannedParts: "t.planned_shots * t.cavities",
  madeShots: "made.shots",
  madeParts: "made.shots * t.cavities",
  estimatedShots: "made.estimated",
  progress: "round(made.shots * 100.0 / t.planned_shots, 1)",
  forecastEnd: (ctx: Ctx) => endAt(ctx, "usual"),
  forecastEarliest: (ctx: Ctx) => endAt(ctx, "fast"),
  forecastLatest: (ctx: Ctx) => endAt(ctx, "slow"),
  lateRisk: risk,
  busyWith,
  auditByOther,
} as const;
