import { productionStatus } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { liveColumns, liveStateSql, moldJoins, moldScope, withStoredFacts } from "../mold/index.ts";
import { runningOrder, runningProgress } from "./order-facts.ts";

const hourMs = 3_600_000;

/**
 * SQL expression: shots of the mold in the hours that begin in [from, to), epoch ms. As a sub-select, it is computed
 * only for the rows of the requested page.
 */
function shotsBetween(ctx: Ctx, from: number, to: number): Sql {
  return sql`(
    select coalesce(sum(h.shots), 0)::bigint
    from shot_hour h
    where h.tenant_id = ${ctx.who.tenantId}
      and h.mold_id = t.mold_id
      and h.hour >= ${new Date(from)}::timestamptz
      and h.hour < ${new Date(to)}::timestamptz
  )`;
}

/**
 * Number of past days in which the beginning of a mold's run (production without interruption) is searched. A longer
 * run is shown as if it had begun at the start of these days.
 */
const maxRunDays = 2;

/**
 * SQL expression: beginning of the mold's present run (production without interruption). The run begins with the latest
 * hour that has shots while the hour before has none. If the mold made no shots in the last `maxRunDays` days, the
 * expression is the time of the last shot.
 */
function runSince(ctx: Ctx): Sql {
  const earliest = new Date(Math.floor(ctx.now / hourMs) * hourMs - maxRunDays * 24 * hourMs);
  return sql`coalesce((
      select max(r.hour)
      from (
        select h.hour, lag(h.hour) over (order by h.hour) as before
        from shot_hour h
        where h.tenant_id = ${ctx.who.tenantId}
          and h.mold_id = t.mold_id
          and h.shots > 0
          and h.hour >= ${earliest}::timestamptz
      ) r
      where r.before is null or r.before < r.hour - interval '1 hour'
    ), s.last_shot_at)`;
}

/**
 * SQL expression: time since which a mold is in its live state. If a document has set the state, the expression gives
 * the time of the mold's last change.
 */
function stateSince(ctx: Ctx): Sql {
  const { tenantId } = ctx.who;
  return sql`case ${liveStateSql(ctx)}
    when 'running' then ${runSince(ctx)}
    when 'stopped' then greatest(s.last_shot_at, b.bound_at)
    when 'idle' then greatest(s.last_shot_at, b.bound_at)
    when 'awaitingReport' then b.bound_at
    when 'silent' then greatest(s.last_at, b.bound_at)
    when 'removed' then coalesce((
      select w.opened_at
      from warning w
      where w.tenant_id = ${tenantId}
        and w.kind = 'removal'
        and w.counter_id = b.counter_id
        and w.ended_at is null
        and w.cleared_at is null
        and w.withdrawn_at is null
    ), s.last_at)
    when 'unbound' then coalesce((
      select max(o.unbound_at) from binding o where o.tenant_id = ${tenantId} and o.mold_id = t.mold_id
    ), t.created_date)
    else t.updated_date end`;
}

/** SQL expression: cycle time in the counter's latest interval, ms. Null if the counter was not on this mold then. */
const cycleMs = "(case when s.count_at > b.bound_at then s.last_cycle_ms end)";

export const productionStatusImpl: QueryImpl = implement(productionStatus, {
  instead: (ctx, request) => withStoredFacts(ctx, productionStatusImpl, request),
  from: "mold",
  joins: moldJoins,
  where: (ctx) => sql`${moldScope(ctx)} and t.archived_date is null`,
  columns: {
    ...liveColumns,
    stateSince,
    shotsToday: (ctx) => shotsBetween(ctx, startOfDay(ctx.who.zone, ctx.now), ctx.now + hourMs),
    shotsYesterday: (ctx) =>
      shotsBetween(ctx, startOfDay(ctx.who.zone, ctx.now, -1), startOfDay(ctx.who.zone, ctx.now)),
    shotsThisHour: (ctx) => shotsBetween(ctx, Math.floor(ctx.now / hourMs) * hourMs, ctx.now + hourMs),
    currentCycle: `round(${cycleMs} / 1000.0, 2)`,
    orderId: (ctx) => runningOrder(ctx, sql.raw("o.order_id")),
    progress: runningProgress,
    deviceName: (ctx) => sql`(
      select d.device_name
      from device_mold x
      join device d on d.tenant_id = ${ctx.who.tenantId} and d.device_id = x.device_id
      where x.tenant_id = ${ctx.who.tenantId} and x.mold_no = t.mold_no and x.unmounted_at is null
    )`,
    cycleDeviation: `round((${cycleMs} / 1000.0 / nullif(t.standard_cycle, 0) - 1) * 100, 1)`,
  },
});
