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
import type { Condition, Fields, Query } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl } from "../../kernel/registry.ts";
import { liveColumns, liveStateSql, moldScope, totalShots } from "../mold/index.ts";
import { hasRows, indicatorRows, isDueIn, ordersSql } from "./indicator-rows.ts";
import { moldsOf } from "./listed-molds.ts";
import { withCause } from "./mold-causes.ts";
import { requestedPeriod } from "./period.ts";
import { moveDistance, visitReason, visits } from "./visit-lists.ts";
import { isMove, isReturn } from "./visit-rows.ts";

/** Joins the organizations of the mold with alias `m`. */
const orgNames = (ctx: Ctx) => {
  const id = ctx.who.tenantId;
  return sql`left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    left join organization maker on maker.tenant_id = ${id} and maker.org_id = m.maker_id`;
};
/** Joins the mold (alias `m`) of a row (alias `t`), and the mold's organizations. */
const moldNames = (ctx: Ctx) =>
  sql`join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_id = t.mold_id ${orgNames(ctx)}`;
const moldColumns = {
  moldNo: "m.mold_no",
  moldName: "m.mold_name",
  oemId: "m.oem_id",
  oemName: "oem.org_name",
  plantId: "m.plant_id",
  plantName: "plant.org_name",
  makerId: "m.maker_id",
  makerName: "maker.org_name",
  projectNo: "m.project_no",
  projectName: "m.project_name",
};

type Columns = Readonly<Record<string, string | Sql | ((ctx: Ctx) => Sql)>>;

interface PageFinder {
  /**
   * Columns that `counted` gives besides the fields of molds and the period. If a list is filtered and sorted only by
   * columns that `counted` gives, the server first finds the rows of the page and computes only their figures.
   * Otherwise it computes the figures of all rows first.
   */
  readonly fields: readonly string[];
  /**
   * Returns a FROM clause with one row for each row of the list, without the computed figures, so that it is fast.
   * Aliases: `m` mold (with its organizations), `t` the period and the columns named in `fields`.
   */
  readonly counted: (ctx: Ctx, conditions: readonly Condition[]) => Sql;
  /** Columns by which a row of the list is found again after the rows of a page were selected. */
  readonly keys: string;
  /**
   * Returns the statement that computes the figures of the rows of one page. `keys` is a sub-select of the keys of
   * these rows.
   */
  readonly rows: (ctx: Ctx, conditions: readonly Condition[], keys: Sql) => Sql;
}

/**
 * Largest page, in rows, for which the server first finds the rows and then computes only their figures. For a larger
 * page, such as an export, it computes the figures of all rows at once.
 */
const mostFound = 1000;

interface ListSpec {
  /** Returns the statement that selects the list's rows within the period, with their mold_id. */
  readonly rows: (ctx: Ctx, conditions: readonly Condition[]) => Sql;
  /** Present if the server can find the rows of a page before it computes their figures. */
  readonly finder?: PageFinder;
  readonly joins?: (ctx: Ctx) => Sql;
  readonly columns: Columns;
  readonly order: { readonly field: string; readonly direction: "asc" | "desc" };
}

/** Returns a FROM clause: the requested period, added to the rows that a statement selects (alias `t`). */
function withPeriod(ctx: Ctx, conditions: readonly Condition[], rows?: Sql): Sql {
  const { first, last } = requestedPeriod(ctx, conditions);
  const period = sql`${ctx.who.tenantId}::int as tenant_id, ${first}::date as period_from, ${last}::date as period_to`;
  return rows ? sql`(select ${period}, r.* from (${rows}) r) t` : sql`(select ${period}) t`;
}

function list<F extends Fields>(query: Query<F>, s: ListSpec): QueryImpl {
  const from = (ctx: Ctx, conditions: readonly Condition[], rows: Sql) =>
    sql`${withPeriod(ctx, conditions, rows)} ${moldNames(ctx)} ${s.joins?.(ctx) ?? sql.empty}`;
  return implement<Fields>(query, {
    from: (ctx, conditions) => from(ctx, conditions, s.rows(ctx, conditions)),
    page: (ctx, { conditions, order, limit, where, orderAndLimit }) => {
      const { finder } = s;
      const isPlain = ({ field }: { readonly field: string }) =>
        field in moldColumns ||
        finder?.fields.includes(field) ||
        field === "periodFrom" ||
        field === "periodTo";
      if (!finder || limit > mostFound || ![...conditions, ...order].every(isPlain)) return undefined;
      const counted = finder.counted(ctx, conditions);
      const keys = sql`(select ${sql.raw(finder.keys)} from ${counted} where ${where} ${orderAndLimit})`;
      return { counted, rows: from(ctx, conditions, finder.rows(ctx, conditions, keys)) };
    },
    isOnePass: true,
    where: (ctx) => moldScope(ctx, "m"),
    columns: { ...moldColumns, ...s.columns },
    order: [s.order],
  });
}

/** Selects the sums from which an indicator's figure is computed (`Parts`), one row per mold of `molds`. */
function sumsOf(name: IndicatorName, ctx: Ctx, conditions: readonly Condition[], molds: Sql): Sql {
  const span = requestedPeriod(ctx, conditions);
  const sums = indicatorRules[name].parts.map((p) => `sum(x."${p}")::float8 as "${p}"`).join(", ");
  // Computes the rows as if molds were available 24 hours a day. The columns of the list apply the tenant's available
  // hours (`usable`).
  const base = indicatorRows[name]({ ctx, span, starts: [span.from], molds, availableHours: 24 });
  return sql`select x.mold_id, ${sql.raw(sums)} from (${base}) x group by x.mold_id`;
}

/**
 * Function that adds columns to the selected rows, which have the column mold_id. `which`: a condition that the molds
 * (alias `t`) of all these rows meet.
 */
type AddColumns = (ctx: Ctx, rows: Sql, which?: Sql) => Sql;

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
    // Also compares the mold's own `tenant_id` with the tenant. So PostgreSQL can read the molds in the order of the
    // list and stop after the page.
    counted: (ctx, conditions) => sql`${withPeriod(ctx, conditions)}
      join mold m on m.tenant_id = t.tenant_id
        and m.tenant_id = ${ctx.who.tenantId}
        and ${hasRows[name]({ ctx, span: requestedPeriod(ctx, conditions) })}
      ${orgNames(ctx)}`,
    keys: "m.mold_id, m.mold_no",
    rows: (ctx, conditions, keys) => {
      const rows = sumsOf(name, ctx, conditions, sql`page_mold`);
      const which = sql`t.mold_id in (select p.mold_id from page_mold p)`;
      return sql`with page_mold as materialized ${keys} ${add(ctx, rows, which)}`;
    },
  },
});

const rate = (a: string, b: string) => `round((100 * ${a} / nullif(${b}, 0))::numeric, 2)`;
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

const leftJoin = (ctx: Ctx) =>
  sql`left join organization lo on lo.tenant_id = ${ctx.who.tenantId} and lo.org_id = t.before_id`;
const untilNow = (ctx: Ctx) => sql`coalesce(t.visit_to, ${new Date(ctx.now)}::timestamptz)`;
/**
 * Selects the production orders that came due in the period. `orders`: table or sub-select of the orders to consider.
 */
function dueOrders(ctx: Ctx, conditions: readonly Condition[], orders?: Sql): Sql {
  const request = { ctx, span: requestedPeriod(ctx, conditions), molds: moldsOf(ctx, conditions) };
  return sql`select o.mold_id, o.order_id, o.planned_shots, o.planned_end, o.order_state, o.started_at, o.ended_at,
      o.made, o.estimated, o.met
    from (${ordersSql(request, orders)}) o`;
}

export const indicatorLists: readonly QueryImpl[] = [
  list(setCountOrders, {
    rows: dueOrders,
    finder: {
      fields: ["orderId", "plannedShots", "plannedEnd", "orderState", "startedAt", "endedAt"],
      counted: (ctx, conditions) => {
        const due = sql`select c.mold_id, t.order_id, t.planned_shots, t.planned_end, t.order_state, t.started_at,
            t.ended_at
          from production_order t
          join ${moldsOf(ctx, conditions)} c on c.mold_no = t.mold_no
          where ${isDueIn({ ctx, span: requestedPeriod(ctx, conditions) })}`;
        return sql`${withPeriod(ctx, conditions, due)} ${moldNames(ctx)}`;
      },
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
      madeShots: "t.made",
      countedShots: "least(t.made, t.planned_shots)",
      overShots: "greatest(t.made - t.planned_shots, 0)",
      setCountRate: rate("least(t.made, t.planned_shots)::numeric", "t.planned_shots"),
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
      complianceRate: rate("t.within", "t.known"),
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
    rows: visits(isReturn),
    joins: leftJoin,
    columns: {
      visitPlace: "t.org_name",
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
        sql`round((100 * t."runSeconds" / nullif(t."availableSeconds" * ${usable(ctx)}, 0))::numeric, 2)`,
      workedHours: () => hours(`t."runSeconds"`, whole),
      availableHours: (ctx) => hours(`t."availableSeconds"`, usable(ctx)),
      outHours: (ctx) => hours(`t."outSeconds"`, usable(ctx)),
      shots: "t.shots::bigint",
      estimatedRate: rate("t.estimated", "t.shots"),
      lifeUsed: ofMold(() => sql.raw(`round(${totalShots} / nullif(t.life_ten_thousands * 100, 0), 1)`)),
    },
    order: { field: "moldNo", direction: "asc" },
  }),
  list(idleMolds, {
    ...byMold("idle", withCause),
    joins: live,
    columns: {
      idleRate: rate(`t."idleDays"`, `t."reportedDays"`),
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
    rows: visits(isMove),
    joins: leftJoin,
    columns: {
      movedAt: "t.visit_from",
      leftFrom: "lo.org_name",
      arrivedAt: "t.org_name",
      moveDistance,
      visitSource: "t.visit_source",
      fixes: "t.fixes",
    },
    order: { field: "movedAt", direction: "desc" },
  }),
];
