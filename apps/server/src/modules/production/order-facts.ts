import { forecastDays, orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { moldScope } from "../basic/index.ts";

const hourMs = 3_600_000;
/** A forecast further away than this says nothing, h. */
const farthest = 5 * 365 * 24;
const { running, done, closed } = orderState.values;

/** Orders of molds that the asker may see. A sub-select, because writes join nothing. */
export function orderScope(ctx: Ctx): Sql {
  if (ctx.who.scope.kind === "tenant") return sql.raw("true");
  return sql`exists (select from mold sm where sm.tenant_id = ${ctx.who.tenantId} and sm.mold_no = t.mold_no and ${moldScope(ctx, "sm")})`;
}

/**
 * How progress is counted, whole: the shots of every hour of the mold that began within the order's time. An order that
 * runs takes the present hour with it; one that was never started has none.
 */
export function madeSince(ctx: Ctx, columns: Sql): Sql {
  return sql`select ${columns} from shot_hour h
    where h.tenant_id = ${ctx.who.tenantId} and h.mold_id = m.mold_id and h.hour >= t.started_at and h.hour < coalesce(t.ended_at, 'infinity')`;
}

/** t the order, m its mold, made what was made for it, rate its recent shots an hour while it runs. */
export function orderJoins(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  const now = new Date(ctx.now);
  const since = (days: number) => new Date(Math.floor(ctx.now / hourMs) * hourMs - days * 24 * hourMs);
  const inWindow = forecastDays.map(
    (d) =>
      sql`coalesce(sum(h.shots) filter (where h.hour >= ${since(d)}::timestamptz), 0) as ${sql.raw(`days${d}`)}`,
  );
  const windows = forecastDays.map(
    (d) => sql`(${d}::int, ${sql.raw(`made.days${d}`)}, ${since(d)}::timestamptz)`,
  );
  const longest = Math.max(...forecastDays);
  return sql`left join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    left join device d on d.tenant_id = ${id} and d.device_id = t.device_id
    left join lateral (${madeSince(ctx, sql`coalesce(sum(h.shots), 0)::bigint as shots, coalesce(sum(h.estimated), 0)::bigint as estimated, ${sql.join(inWindow)}`)}) made on true
    left join lateral (
      select max(x.rate) as fast, min(x.rate) as slow, max(x.rate) filter (where x.days = ${longest}) as usual
      from (select w.days, w.shots * 3600.0 / nullif(extract(epoch from ${now}::timestamptz - greatest(t.started_at, w.since)), 0) as rate
        from (values ${sql.join(windows)}) w (days, shots, since)
        where t.order_state = ${running} and t.started_at <= ${now}::timestamptz - interval '1 hour') x
    ) rate on true`;
}

/** When the rest is made at a rate; null where that is never, or so far away that it says nothing. */
function endAt(ctx: Ctx, rate: string): Sql {
  const hours = sql.raw(`((t.planned_shots - made.shots) / nullif(rate.${rate}, 0))`);
  return sql`case when t.order_state = ${running} and made.shots < t.planned_shots and ${hours} < ${farthest}
    then ${new Date(ctx.now)}::timestamptz + ${hours} * interval '1 hour' end`;
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
