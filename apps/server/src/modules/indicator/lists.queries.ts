import {
  cycleMolds,
  type IndicatorName,
  idleMolds,
  indicatorRules,
  moldMoves,
  returnVisits,
  setCountOrders,
  utilizationMolds,
} from "@shotkeeper/contract/indicator";
import type { Condition } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { isInSample } from "../../kernel/page-total.ts";
import { percentDown } from "../../kernel/progress.ts";
import type { QueryImpl } from "../../kernel/registry.ts";
import { liveColumns, liveStateSql, totalShots } from "../mold/index.ts";
import { hasRows, indicatorRows, isDueIn, ordersSql } from "./indicator-rows.ts";
import { type ListSpec, list, withPeriod } from "./list-query.ts";
import { moldsOf } from "./listed-molds.ts";
import { withCause } from "./mold-causes.ts";
import { requestedPeriod } from "./period.ts";
import { moveDistance, visitList, visitReason } from "./visit-lists.ts";
import { isMove, isReturn } from "./visit-rows.ts";

/** Selects the sums from which an indicator's figure is computed (`Parts`), one row per mold of `molds`. */
function sumsOf(name: IndicatorName, ctx: Ctx, conditions: readonly Condition[], molds: Sql): Sql {
  const span = requestedPeriod(ctx, conditions);
  const sums = indicatorRules[name].parts.map((p) => `sum(x."${p}")::float8 as "${p}"`).join(", ");
  const base = indicatorRows[name]({ ctx, span, starts: [span.from], molds });
  return sql`select x.mold_id, ${sql.raw(sums)} from (${base}) x group by x.mold_id`;
}

/**
 * Function that adds columns to the selected rows, which have the column mold_id. `molds`: CTE with the molds of these
 * rows.
 */
type AddColumns = (ctx: Ctx, rows: Sql, molds?: Sql) => Sql;

/**
 * Joins the period of the list (alias `t`) with those molds of `molds` (alias `m`) that have figures in it. Also
 * compares the mold's own `tenant_id` with the tenant. So PostgreSQL can read the molds in the order of the list and
 * stop after the page.
 */
const withMolds = (name: keyof typeof hasRows, ctx: Ctx, conditions: readonly Condition[], molds: Sql): Sql =>
  sql`${withPeriod(ctx, conditions)}
    join ${molds} m on m.tenant_id = t.tenant_id
      and m.tenant_id = ${ctx.who.tenantId}
      and ${hasRows[name]({ ctx, span: requestedPeriod(ctx, conditions) })}`;

/**
 * Returns the part of a list's definition that reads its rows, for a list with one row per mold: all rows (`rows`), or
 * only the rows of one page (`finder`), which is faster.
 */
const byMold = (
  name: keyof typeof hasRows,
  add: AddColumns = (_ctx, rows) => rows,
): Pick<ListSpec, "rows" | "finder"> => ({
  rows: (ctx, conditions) => add(ctx, sumsOf(name, ctx, conditions, moldsOf(ctx, conditions))),
  finder: {
    fields: [],
    counted: (ctx, conditions) => withMolds(name, ctx, conditions, sql`mold`),
    sampled: (ctx, conditions) =>
      withMolds(name, ctx, conditions, sql`(select * from mold where ${isInSample("mold_id")})`),
    keys: "m.tenant_id, m.mold_id, m.mold_no",
    rows: (ctx, conditions, keys) => {
      const rows = sumsOf(name, ctx, conditions, sql`page_mold`);
      return sql`with page_mold as materialized ${keys} ${add(ctx, rows, sql`page_mold`)}`;
    },
  },
});

const hundredfold = (a: string, b: string) => `(100 * ${a} / nullif(${b}, 0))::numeric`;
const rate = (a: string, b: string) => `round(${hundredfold(a, b)}, 2)`;
/** Rate that should be high. It is rounded down, so that no value below its target is shown as having reached it. */
const highRate = (a: string, b: string) => `trunc(${hundredfold(a, b)}, 2)`;
/** Rate that should be low. It is rounded up, so that no value above its limit is shown as within it. */
const lowRate = (a: string, b: string) => `ceil(${hundredfold(a, b)} * 100) / 100`;
const hours = (ms: string, share: Sql) => sql`round((${sql.raw(ms)} * ${share} / 3600000)::numeric, 1)`;

/** SQL expression: the tenant's available hours a day ÷ 24. The default is 22 ÷ 24. */
const usable = (ctx: Ctx) =>
  sql`(coalesce((select max(p.prm_value::numeric)
        from parameter p
        where p.tenant_id = ${ctx.who.tenantId}
          and p.prm_id = 'AVAILABLE_HOURS'
          and p.prm_value ~ '^[0-9]{1,2}([.][0-9])?$'),
        22) / 24)`;
const whole = sql.raw("1");

const live = (ctx: Ctx) => {
  const id = ctx.who.tenantId;
  return sql`left join binding b on b.tenant_id = ${id} and b.mold_id = m.mold_id and b.unbound_at is null
    left join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id
    left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id`;
};
/** Returns an SQL expression that evaluates `x`, an expression on the mold alias `t`, for the mold with alias `m`. */
const ofMold = (x: (ctx: Ctx) => Sql) => (ctx: Ctx) =>
  sql`(select ${x(ctx)} from mold t where t.tenant_id = ${ctx.who.tenantId} and t.mold_id = m.mold_id)`;

const untilNow = (ctx: Ctx) => sql`coalesce(t.visit_to, ${new Date(ctx.now)}::timestamptz)`;
/**
 * Selects the production orders that came due in the period. `orders`: table or sub-select of the orders to consider.
 */
function dueOrders(ctx: Ctx, conditions: readonly Condition[], orders?: Sql): Sql {
  const request = { ctx, span: requestedPeriod(ctx, conditions), molds: moldsOf(ctx, conditions) };
  return sql`select o.mold_id, o.mold_no, o.order_id, o.planned_shots, o.planned_end, o.order_state, o.started_at,
      o.ended_at, o.made, o.estimated, o.met
    from (${ordersSql(request, orders)}) o`;
}

export const indicatorLists: readonly QueryImpl[] = [
  list(setCountOrders, {
    rows: dueOrders,
    finder: {
      fields: ["orderId", "plannedShots", "plannedEnd", "orderState", "startedAt", "endedAt"],
      counted: (ctx, conditions) =>
        withPeriod(
          ctx,
          conditions,
          sql`select t.mold_no, t.order_id, t.planned_shots, t.planned_end, t.order_state, t.started_at, t.ended_at
            from production_order t
            where ${isDueIn({ ctx, span: requestedPeriod(ctx, conditions) })}`,
        ),
      // Each order has exactly one mold, so orders are counted without joining the molds.
      mold: (ctx) => sql`left join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_no = t.mold_no`,
      keys: "t.order_id",
      rows: (ctx, conditions, keys) =>
        dueOrders(
          ctx,
          conditions,
          sql`(select o.* from production_order o
        where o.tenant_id = ${ctx.who.tenantId} and o.order_id = any(array${keys}))`,
        ),
    },
    columns: {
      moldNo: "t.mold_no",
      madeShots: "t.made",
      countedShots: "least(t.made, t.planned_shots)",
      overShots: "greatest(t.made - t.planned_shots, 0)",
      setCountRate: highRate("least(t.made, t.planned_shots)::numeric", "t.planned_shots"),
      metOnTime: "t.met",
      estimatedShots: "t.estimated",
    },
    order: { field: "plannedEnd", direction: "desc" },
  }),
  list(cycleMolds, {
    ...byMold("cycle"),
    columns: {
      knownShots: "t.known::bigint",
      withinShots: "t.within::bigint",
      complianceRate: highRate("t.within", "t.known"),
      fastRate: rate("t.fast", "t.known"),
      slowRate: rate("t.slow", "t.known"),
      standardCycle: "m.standard_cycle",
      averageCycle: `round((t."cycleSeconds" / 1000 / nullif(t.known, 0))::numeric, 2)`,
      cycleDeviation: `round(((t."cycleSeconds" / nullif(t."standardSeconds", 0) - 1) * 100)::numeric, 2)`,
      estimatedRate: rate("t.estimated", "t.shots"),
    },
    order: { field: "moldNo", direction: "asc" },
  }),
  list(returnVisits, {
    ...visitList(isReturn, "visitFrom"),
    columns: {
      visitPlace: "o.org_name",
      leftFrom: "lo.org_name",
      visitDays: (ctx) =>
        sql`round((extract(epoch from ${untilNow(ctx)} - t.visit_from) / 86400)::numeric, 1)`,
      visitReason,
      visitSource: "t.visit_source",
      fixes: "t.fixes",
    },
    order: { field: "visitFrom", direction: "desc" },
  }),
  list(utilizationMolds, {
    ...byMold("utilization"),
    joins: live,
    columns: {
      utilizationRate: (ctx) =>
        sql`trunc((100 * t."runSeconds" / nullif(t."availableSeconds" * ${usable(ctx)}, 0))::numeric, 2)`,
      workedHours: () => hours(`t."runSeconds"`, whole),
      availableHours: (ctx) => hours(`t."availableSeconds"`, usable(ctx)),
      outHours: (ctx) => hours(`t."outSeconds"`, usable(ctx)),
      shots: "t.shots::bigint",
      estimatedRate: rate("t.estimated", "t.shots"),
      lifeUsed: ofMold(() => sql.raw(percentDown(totalShots, "t.life_ten_thousands * 10000"))),
    },
    order: { field: "moldNo", direction: "asc" },
  }),
  list(idleMolds, {
    ...byMold("idle", withCause),
    joins: live,
    columns: {
      idleRate: lowRate(`t."idleDays"`, `t."reportedDays"`),
      idleDaysCount: `t."idleDays"::bigint`,
      reportedDays: `t."reportedDays"::bigint`,
      liveState: ofMold(liveStateSql),
      moldCause: "t.mold_cause",
      lastShotAt: liveColumns.lastShotAt,
      idleForDays: (ctx) =>
        sql`floor(extract(epoch
              from ${new Date(ctx.now)}::timestamptz - greatest(s.last_shot_at, b.bound_at)) / 86400)::bigint`,
    },
    order: { field: "moldNo", direction: "asc" },
  }),
  list(moldMoves, {
    ...visitList(() => isMove, "movedAt"),
    columns: {
      movedAt: "t.visit_from",
      leftFrom: "lo.org_name",
      arrivedAt: "o.org_name",
      moveDistance,
      visitSource: "t.visit_source",
      fixes: "t.fixes",
    },
    order: { field: "movedAt", direction: "desc" },
  }),
];
