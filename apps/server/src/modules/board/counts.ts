import type { MoldStage } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import type { EnumValue } from "@shotkeeper/contract/kernel";
import { taskState } from "@shotkeeper/contract/maintenance";
import { serviceState } from "@shotkeeper/contract/mold";
import { orderState } from "@shotkeeper/contract/production";
import { AnswerCache } from "../../kernel/answer-cache.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { dayText } from "../../kernel/zone.ts";
import { liveStateSql, moldScope, totalShots, usesStoredFacts } from "../mold/index.ts";
import { warningMold } from "../warning/index.ts";
import { ageSql, isLateSql, today } from "./board-parts.ts";
import { isInScope, type Owners } from "./figure-rows.ts";

/**
 * Figures of all molds that have the same organizations, project, state, age and stage. Each board adds up the figures
 * of the molds that it shows.
 */
export interface MoldCount extends Owners {
  readonly plantName: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly makerName: string | null;
  readonly projectNo: string | null;
  readonly state: EnumValue<typeof liveState>;
  readonly isScrapped: boolean;
  /** Bin of the molds' age: index in `ageBuckets` (contract). Null if the molds have no handover date. */
  readonly age: number | null;
  readonly stage: MoldStage | null;
  readonly molds: number;
  readonly inService: number;
  readonly handedOver: number;
  readonly late: number;
  /** Total shots of the molds that have a design life. */
  readonly shots: number;
  /** Sum of the design lives, shots. Molds without a design life are left out. */
  readonly life: number;
}

/** Group of open orders whose molds have the same organizations and project. */
export interface OrderCount extends Owners {
  readonly projectNo: string;
  readonly orders: number;
  readonly late: number;
}

/**
 * Group of open warnings whose molds have the same organizations and project. The project is null for warnings that
 * belong to no mold.
 */
export interface WarningCount extends Owners {
  readonly projectNo: string | null;
  readonly warnings: number;
}

interface Counts {
  readonly molds: readonly MoldCount[];
  readonly orders: readonly OrderCount[];
  readonly warnings: readonly WarningCount[];
}

/** Cache of the mold counts, shared by all boards. The live state of every mold is the most costly part of a board. */
const cache = new AnswerCache<Counts>();

/** A mold counts as new during this number of months after its handover. */
const newMonths = 6;
const { audited, running } = orderState.values;
const scrapped = sql.constant(serviceState.values.scrapped);

/**
 * Returns a FROM clause: molds (alias `t`) with their open binding (`b`), its counter (`c`) and the counter's state
 * (`s`). The SQL expression of the live state (`liveStateSql`) needs these aliases.
 */
export function stateFrom(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`mold t
    left join binding b on b.tenant_id = ${id} and b.mold_id = t.mold_id and b.unbound_at is null
    left join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id
    left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id`;
}

const stageSql = (ctx: Ctx): Sql =>
  sql`case
    when t.service_state = ${scrapped} then null
    when t.planned_t0 > ${today(ctx)} then 'building'
    when t.handover_date > ${today(ctx)} then 'trial'
    when t.handover_date > ${today(ctx)} - make_interval(months => ${newMonths}) then 'handedOver'
  end`;

/**
 * Returns the molds (alias `t`) of a large tenant with their stored facts (`n`), and SQL expressions of their state and
 * total. For molds that were added since the facts were stored, there are none.
 */
function storedFacts(ctx: Ctx) {
  const id = ctx.who.tenantId;
  return {
    from: sql`mold t left join mold_now n on n.tenant_id = ${id} and n.mold_id = t.mold_id`,
    state: sql`coalesce(n.live_state, ${sql.constant(liveState.values.unbound)})`,
    total: sql`coalesce(n.count_times, t.opening_count)`,
  };
}
const presentFacts = (ctx: Ctx) => ({
  from: stateFrom(ctx),
  state: liveStateSql(ctx),
  total: sql.raw(totalShots),
});

async function readCounts(ctx: Ctx): Promise<Counts> {
  const id = ctx.who.tenantId;
  const { from, state, total } = ((await usesStoredFacts(ctx)) ? storedFacts : presentFacts)(ctx);
  const hasLife = sql`t.life_ten_thousands > 0`;
  const inService = sql.constant(serviceState.values.inService);
  const [molds, orders, warnings] = await ctx.db.run(id, [
    // Joins the names of the organizations after grouping, because there are far fewer groups than molds.
    sql<MoldCount>`select x.*,
        plant.org_name as "plantName",
        plant.longitude::float8 as lng,
        plant.latitude::float8 as lat,
        maker.org_name as "makerName"
      from (
        select t.oem_id as "oemId",
          t.plant_id as "plantId",
          t.maker_id as "makerId",
          t.project_no as "projectNo",
          ${state} as state,
          t.service_state = ${scrapped} as "isScrapped",
          ${ageSql(ctx)} as age,
          ${stageSql(ctx)} as stage,
          count(*)::int as molds,
          (count(*) filter (where t.service_state = ${inService}))::int as "inService",
          (count(*) filter (where t.handover_date <= ${today(ctx)}))::int as "handedOver",
          (count(*) filter (where ${isLateSql(ctx, total)}))::int as late,
          coalesce(sum(${total}) filter (where ${hasLife}), 0)::float8 as shots,
          coalesce(sum(t.life_ten_thousands) filter (where ${hasLife}), 0)::float8 * 10000 as life
        from ${from}
        where t.tenant_id = ${id} and t.archived_date is null
        group by 1, 2, 3, 4, 5, 6, 7, 8) x
      left join organization plant on plant.tenant_id = ${id} and plant.org_id = x."plantId"
      left join organization maker on maker.tenant_id = ${id} and maker.org_id = x."makerId"`,
    sql<OrderCount>`select m.oem_id as "oemId",
        m.plant_id as "plantId",
        m.maker_id as "makerId",
        m.project_no as "projectNo",
        count(*)::int as orders,
        (count(*) filter (where o.planned_end < ${new Date(ctx.now)}::timestamptz))::int as late
      from production_order o
      join mold m on m.tenant_id = ${id} and m.mold_no = o.mold_no
      where o.tenant_id = ${id}
        and o.order_state in (${audited}, ${running})
        and m.project_no is not null
        and m.service_state <> ${scrapped}
      group by 1, 2, 3, 4`,
    sql<WarningCount>`select m.oem_id as "oemId",
        m.plant_id as "plantId",
        m.maker_id as "makerId",
        m.project_no as "projectNo",
        count(*)::int as warnings
      from ${warningMold(ctx)}
      where t.tenant_id = ${id}
        and t.cleared_at is null
        and t.withdrawn_at is null
        and m.archived_date is null
      group by 1, 2, 3, 4`,
  ]);
  return { molds, orders, warnings };
}

/**
 * Returns the numbers of molds, open orders and open warnings, grouped by organization. Only organizations in the
 * caller's scope count.
 */
export async function countsOf(ctx: Ctx): Promise<Counts> {
  const day = dayText(ctx.who.zone, ctx.now);
  const all = await cache.get(`${ctx.who.tenantId}/${day}`, 1, () => readCounts(ctx));
  if (ctx.who.scope.kind === "tenant") return all;
  const inScope = (o: Owners) => isInScope(ctx, o);
  return {
    molds: all.molds.filter(inScope),
    orders: all.orders.filter(inScope),
    warnings: all.warnings.filter(inScope),
  };
}

export const sumOfWarnings = (rows: readonly WarningCount[]): number =>
  rows.reduce((n, r) => n + r.warnings, 0);

/**
 * Returns the total number of rows, to show beside a list that is cut off at `limit` rows. `counted` is the total from
 * the cache, which may be older than the list. A list below the limit is complete, so its length is the total. For a
 * full list, the result is `counted`, but at least the length.
 */
export const countBeside = (list: readonly unknown[], limit: number, counted: number): number =>
  list.length < limit ? list.length : Math.max(list.length, counted);

type Figure = "molds" | "inService" | "handedOver" | "late" | "shots" | "life";
export const sumOfMolds = (rows: readonly MoldCount[], figure: Figure): number =>
  rows.reduce((n, r) => n + r[figure], 0);

/**
 * Returns the used share of the design life, %: shots of all molds ÷ design lives of all molds. Molds without a design
 * life are left out. Rounds down, so that a life below 100 % is not shown as used up. Returns null if no mold has a
 * design life.
 */
export function lifeUsedOf(molds: readonly { readonly shots: number; readonly life: number }[]) {
  const life = molds.reduce((n, m) => n + m.life, 0);
  return life > 0 ? Math.floor((molds.reduce((n, m) => n + m.shots, 0) * 1000) / life) / 10 : null;
}

/** Returns the number of molds by live state. States without molds appear with 0. */
export function statesOf(rows: readonly Pick<MoldCount, "state" | "molds">[]): Record<string, number> {
  const out: Record<string, number> = Object.fromEntries(Object.values(liveState.values).map((s) => [s, 0]));
  for (const r of rows) out[r.state] = (out[r.state] ?? 0) + r.molds;
  return out;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the organizations of groups of molds, without duplicates and sorted by name. `of` reads one organization of a
 * group, such as the plant.
 */
export function organizationsOf(
  rows: readonly MoldCount[],
  of: (r: MoldCount) => readonly [id: string | null, name: string | null],
): Named[] {
  const names = new Map<string, string>();
  for (const r of rows) {
    const [id, name] = of(r);
    if (id !== null) names.set(id, name ?? id);
  }
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}
export const plantsOf = (rows: readonly MoldCount[]) =>
  organizationsOf(rows, (r) => [r.plantId, r.plantName]);

/** Returns the figures of molds by project number. Molds without a project are left out. */
export function byProject(rows: readonly MoldCount[]): ReadonlyMap<string, readonly MoldCount[]> {
  const map = new Map<string, MoldCount[]>();
  for (const r of rows) {
    if (r.projectNo === null) continue;
    const known = map.get(r.projectNo);
    if (known) known.push(r);
    else map.set(r.projectNo, [r]);
  }
  return map;
}

/**
 * Selects the number of maintenance tasks that are due or overdue. `where` is a condition on the mold with alias `m`.
 */
export function dueTasksSql(ctx: Ctx, where: Sql): Sql<{ n: number }> {
  const id = ctx.who.tenantId;
  const { done, due, overdue } = taskState.values;
  return sql<{ n: number }>`select count(*) as n
    from maintenance_task t
    join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    where t.tenant_id = ${id}
      and t.state <> ${sql.constant(done)}
      and t.state in (${sql.constant(due)}, ${sql.constant(overdue)})
      and m.archived_date is null
      and ${moldScope(ctx, "m")}
      and ${where}`;
}
