import { liveState } from "@shotkeeper/contract/basic";
import type { MoldStage } from "@shotkeeper/contract/board";
import { orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { dayText } from "../../kernel/zone.ts";
import { liveStateSql, moldScope, totalShots } from "../basic/index.ts";
import { mayCount, type Owners } from "./figures.ts";
import { Kept } from "./kept.ts";
import { ageSql, isLateSql, today } from "./wall-parts.ts";

/** Molds of one owner, project and condition: what all boards count by. */
export interface MoldCount extends Owners {
  readonly plantName: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly makerName: string | null;
  readonly projectNo: string | null;
  readonly state: string;
  readonly isScrapped: boolean;
  readonly age: number;
  readonly stage: MoldStage | null;
  readonly molds: number;
  readonly serving: number;
  readonly handed: number;
  readonly late: number;
  /** Shots and lives of those that have a life. */
  readonly made: number;
  readonly life: number;
}

/** Orders that are not over. */
export interface OrderCount extends Owners {
  readonly projectNo: string;
  readonly orders: number;
  readonly late: number;
}

interface Counts {
  readonly molds: readonly MoldCount[];
  readonly orders: readonly OrderCount[];
}

/** A look at every mold with its counter's state is the dearest part of every board: one look serves them all. */
const kept = new Kept<Counts>();
/** A mold is new for so long after its handover. */
const newMonths = 6;
const { audited, running } = orderState.values;

/** Molds with what their state needs; names of organisations are joined to the groups, which are few. */
export function stateFrom(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`mold t
    left join binding b on b.tenant_id = ${id} and b.mold_id = t.mold_id and b.unbound_at is null
    left join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id
    left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id`;
}

const stageSql = (
  ctx: Ctx,
): Sql => sql`case when t.service_state = 4 then null when t.planned_t0 > ${today(ctx)} then 'building'
  when t.handover_date > ${today(ctx)} then 'trial' when t.handover_date > ${today(ctx)} - make_interval(months => ${newMonths}) then 'handedOver' end`;

async function look(ctx: Ctx): Promise<Counts> {
  const id = ctx.who.tenantId;
  const total = sql.raw(totalShots);
  const lives = sql`t.life_ten_thousands > 0`;
  const [molds, orders] = await ctx.db.run(id, [
    sql`select x.*, plant.org_name as "plantName", plant.longitude::float8 as lng, plant.latitude::float8 as lat, maker.org_name as "makerName" from (
        select t.oem_id as "oemId", t.plant_id as "plantId", t.maker_id as "makerId", t.project_no as "projectNo", ${liveStateSql(ctx)} as state, t.service_state = 4 as "isScrapped",
          ${ageSql(ctx)} as age, ${stageSql(ctx)} as stage, count(*)::int as molds, (count(*) filter (where t.service_state = 0))::int as serving,
          (count(*) filter (where t.handover_date <= ${today(ctx)}))::int as handed, (count(*) filter (where ${isLateSql(ctx)}))::int as late,
          coalesce(sum(${total}) filter (where ${lives}), 0)::float8 as made, coalesce(sum(t.life_ten_thousands) filter (where ${lives}), 0)::float8 * 10000 as life
        from ${stateFrom(ctx)} where t.tenant_id = ${id} group by 1, 2, 3, 4, 5, 6, 7, 8) x
      left join organization plant on plant.tenant_id = ${id} and plant.org_id = x."plantId"
      left join organization maker on maker.tenant_id = ${id} and maker.org_id = x."makerId"`,
    sql`select m.oem_id as "oemId", m.plant_id as "plantId", m.maker_id as "makerId", m.project_no as "projectNo", count(*)::int as orders,
        (count(*) filter (where o.planned_end < ${new Date(ctx.now)}::timestamptz))::int as late
      from production_order o join mold m on m.tenant_id = ${id} and m.mold_no = o.mold_no
      where o.tenant_id = ${id} and o.order_state in (${audited}, ${running}) and m.project_no is not null and m.service_state <> 4 group by 1, 2, 3, 4`,
  ]);
  return {
    molds: molds as unknown as readonly MoldCount[],
    orders: orders as unknown as readonly OrderCount[],
  };
}

/** Molds and open orders that the asker may see, counted. */
export async function countsOf(ctx: Ctx): Promise<Counts> {
  const day = dayText(ctx.who.zone, ctx.now);
  const all = await kept.get(`${ctx.who.tenantId}/${day}`, 1, () => look(ctx));
  if (ctx.who.scope.kind === "tenant") return all;
  const mine = (x: Owners) => mayCount(ctx, x);
  return { molds: all.molds.filter(mine), orders: all.orders.filter(mine) };
}

type Figure = "molds" | "serving" | "handed" | "late" | "made" | "life";
export const sumOfMolds = (rows: readonly MoldCount[], figure: Figure): number =>
  rows.reduce((n, r) => n + r[figure], 0);

/** Every state with its molds, also those without any. */
export function statesOf(rows: readonly Pick<MoldCount, "state" | "molds">[]): Record<string, number> {
  const out: Record<string, number> = Object.fromEntries(Object.values(liveState.values).map((s) => [s, 0]));
  for (const r of rows) out[r.state] = (out[r.state] ?? 0) + r.molds;
  return out;
}

/** Organisations that own some of the rows, by name. */
export function namesOf(
  rows: readonly MoldCount[],
  of: (r: MoldCount) => readonly [id: string | null, name: string | null],
): { readonly ID: string; readonly NAME: string }[] {
  const names = new Map<string, string>();
  for (const r of rows) {
    const [id, name] = of(r);
    if (id !== null) names.set(id, name ?? id);
  }
  return [...names]
    .map(([ID, NAME]) => ({ ID, NAME }))
    .sort((a, b) => a.NAME.localeCompare(b.NAME) || a.ID.localeCompare(b.ID));
}
export const plantsOf = (rows: readonly MoldCount[]) => namesOf(rows, (r) => [r.plantId, r.plantName]);

/** Rows by their project. */
export function byProjectOf(rows: readonly MoldCount[]): ReadonlyMap<string, readonly MoldCount[]> {
  const map = new Map<string, MoldCount[]>();
  for (const r of rows) {
    if (r.projectNo === null) continue;
    const own = map.get(r.projectNo);
    if (own) own.push(r);
    else map.set(r.projectNo, [r]);
  }
  return map;
}

/** Maintenance tasks that are due or overdue; `where` is about the mold m. */
export function dueSql(ctx: Ctx, where: Sql): Sql {
  const id = ctx.who.tenantId;
  return sql`select count(*) as n from maintenance_task t join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    where t.tenant_id = ${id} and t.state <> 4 and t.state in (1, 3) and ${moldScope(ctx, "m")} and ${where}`;
}
