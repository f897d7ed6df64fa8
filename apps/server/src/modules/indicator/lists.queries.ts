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
import { indicatorRows, isMove, isReturn, majorTask, ordersSql, visitsSql } from "./indicator-rows.ts";
import { causeOfMold } from "./mold-causes.ts";
import { requestedPeriod } from "./period.ts";

const columnOf: Readonly<Record<string, string>> = {
  moldNo: "mold_no",
  plantId: "plant_id",
  oemId: "oem_id",
  makerId: "maker_id",
  projectNo: "project_no",
};

/**
 * Selects the molds in the caller's scope that meet the list's EQ conditions on mold and organization. The list adds up
 * the rows of these molds only.
 */
function moldsOf(ctx: Ctx, conditions: readonly Condition[]): Sql {
  const more = conditions.flatMap((c) => {
    const column = columnOf[c.field];
    return column && c.operator === "EQ" && c.value !== "" ? [sql`m.${sql.raw(column)} = ${c.value}`] : [];
  });
  const where = sql.join([sql`m.tenant_id = ${ctx.who.tenantId}`, moldScope(ctx, "m"), ...more], " and ");
  return sql`(select m.mold_id, m.mold_no from mold m where ${where})`;
}

/** Joins the mold (alias `m`) of a row (alias `t`), and the mold's organizations. */
const moldNames = (ctx: Ctx) => {
  const id = ctx.who.tenantId;
  return sql`join mold m on m.tenant_id = ${id} and m.mold_id = t.mold_id
    left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    left join organization maker on maker.tenant_id = ${id} and maker.org_id = m.maker_id`;
};
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

interface ListSpec {
  /** Returns the statement that selects the list's rows within the period, with their mold_id. */
  readonly rows: (ctx: Ctx, conditions: readonly Condition[]) => Sql;
  readonly joins?: (ctx: Ctx) => Sql;
  readonly columns: Columns;
  readonly order: { readonly field: string; readonly direction: "asc" | "desc" };
}

function list<F extends Fields>(query: Query<F>, s: ListSpec): QueryImpl {
  return implement<Fields>(query, {
    from: (ctx, conditions) => {
      const { first, last } = requestedPeriod(ctx, conditions);
      return sql`(select ${ctx.who.tenantId}::int as tenant_id, ${first}::date as period_from,
          ${last}::date as period_to, r.*
        from (${s.rows(ctx, conditions)}) r) t
        ${moldNames(ctx)} ${s.joins?.(ctx) ?? sql.empty}`;
    },
    where: (ctx) => moldScope(ctx, "m"),
    columns: { ...moldColumns, ...s.columns },
    order: [s.order],
  });
}

/** Selects the sums from which an indicator's figure is computed (`Parts`), one row per mold. */
const byMold = (name: IndicatorName) => (ctx: Ctx, conditions: readonly Condition[]) => {
  const span = requestedPeriod(ctx, conditions);
  const sums = indicatorRules[name].parts.map((p) => `sum(x."${p}")::float8 as "${p}"`).join(", ");
  // Computes the rows as if molds were available 24 hours a day. The columns of the list apply the tenant's available
  // hours (`usable`).
  const base = indicatorRows[name]({
    ctx,
    span,
    starts: [span.from],
    molds: moldsOf(ctx, conditions),
    availableHours: 24,
  });
  return sql`select x.mold_id, ${sql.raw(sums)} from (${base}) x group by x.mold_id`;
};

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
const ofMold = (x: Sql) =>
  sql`(select ${x} from mold t where t.tenant_id = m.tenant_id and t.mold_id = m.mold_id)`;

/** Selects the visits that began in the period and meet `which`, a condition on the visit (alias `s`). */
const visits = (which: Sql) => (ctx: Ctx, conditions: readonly Condition[]) => {
  const span = requestedPeriod(ctx, conditions);
  return sql`select s.mold_id, s.visit_from, s.last_at, s.visit_to, s.longitude, s.latitude, s.fixes, s.visit_source,
      s.org_name, s.before_id, s.before_lng, s.before_lat
    from (${visitsSql(ctx, moldsOf(ctx, conditions))}) s
    where ${which}
        and s.visit_from >= ${new Date(span.from)}::timestamptz
        and s.visit_from < ${new Date(span.to)}::timestamptz`;
};
const leftJoin = (ctx: Ctx) =>
  sql`left join organization lo on lo.tenant_id = ${ctx.who.tenantId} and lo.org_id = t.before_id`;
const untilNow = (ctx: Ctx) => sql`coalesce(t.visit_to, ${new Date(ctx.now)}::timestamptz)`;
/**
 * SQL expression: great-circle distance between a visit's place and the previous place, km, by the haversine formula.
 */
const km = `round((2 * 6371.0088 * asin(least(1, sqrt(power(sin(radians(t.latitude - t.before_lat) / 2), 2)
  + cos(radians(t.latitude)) * cos(radians(t.before_lat)) * power(sin(radians(t.longitude - t.before_lng) / 2),
      2)))))::numeric,
      1)`;

/** SQL expression: recorded reason of the visit, or else the reason of a maintenance task or trial during the visit. */
const visitReason = (ctx: Ctx) => {
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

export const indicatorLists: readonly QueryImpl[] = [
  list(setCountOrders, {
    rows: (ctx, conditions) => {
      const span = requestedPeriod(ctx, conditions);
      return sql`select o.mold_id, o.order_id, o.planned_shots, o.planned_end, o.order_state, o.started_at,
          o.ended_at, o.made, o.estimated, o.met
        from (${ordersSql({ ctx, span, molds: moldsOf(ctx, conditions) })}) o`;
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
    rows: byMold("cycle"),
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
    rows: byMold("utilization"),
    joins: live,
    columns: {
      utilizationRate: (ctx) =>
        sql`round((100 * t."runSeconds" / nullif(t."availableSeconds" * ${usable(ctx)}, 0))::numeric, 2)`,
      workedHours: () => hours(`t."runSeconds"`, whole),
      availableHours: (ctx) => hours(`t."availableSeconds"`, usable(ctx)),
      outHours: (ctx) => hours(`t."outSeconds"`, usable(ctx)),
      shots: "t.shots::bigint",
      estimatedRate: rate("t.estimated", "t.shots"),
      lifeUsed: ofMold(sql.raw(`round(${totalShots} / nullif(t.life_ten_thousands * 100, 0), 1)`)),
    },
    order: { field: "moldNo", direction: "asc" },
  }),
  list(idleMolds, {
    rows: byMold("idle"),
    joins: live,
    columns: {
      idleRate: rate(`t."idleDays"`, `t."reportedDays"`),
      idleDaysCount: `t."idleDays"::bigint`,
      reportedDays: `t."reportedDays"::bigint`,
      liveState: (ctx) => ofMold(liveStateSql(ctx)),
      moldCause: (ctx) => causeOfMold(ctx, "m.mold_no"),
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
      moveDistance: km,
      visitSource: "t.visit_source",
      fixes: "t.fixes",
    },
    order: { field: "movedAt", direction: "desc" },
  }),
];
