import { type BoardMold, type PlantBoard, plantBoard } from "@shotkeeper/contract/board";
import { AppError } from "@shotkeeper/contract/kernel";
import { orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { liveStateSql, moldScope } from "../basic/index.ts";
import { countsOf, dueSql, plantsOf, stateFrom, statesOf } from "./counts.ts";
import { complianceOf, latestDays, sumOf } from "./days.ts";
import type { Slice } from "./figures.ts";
import { Kept } from "./kept.ts";
import { playTimeOf, playTimeSql, warningsOf, worstWarningsSql } from "./wall-parts.ts";

const hourMs = 3_600_000;
const { audited, running } = orderState.values;
const complianceDays = 7;
/** More tiles than these no wall shows. */
const maxMolds = 300;
/** Tiles with their shots of today, by who asks for which plant: several walls of one plant ask for the same. */
const kept = new Kept<readonly BoardMold[]>();
const mostWarnings = 6;

const deviceSql = (id: number): Sql =>
  sql`(select x.device_id from device_mold x where x.tenant_id = ${id} and x.mold_no = t.mold_no and x.unmounted_at is null limit 1)`;

/** Shots that the orders of molds m plan for a day: of each the part of its time that lies in the day. */
function planSql(ctx: Ctx, from: number, to: number, where: Sql): Sql {
  const id = ctx.who.tenantId;
  const begin = sql`coalesce(o.started_at, o.planned_start)`;
  const span = sql`extract(epoch from least(o.planned_end, ${new Date(to)}::timestamptz) - greatest(${begin}, ${new Date(from)}::timestamptz))`;
  return sql`select coalesce(round(sum(o.planned_shots * ${span} / extract(epoch from o.planned_end - ${begin}))), 0)::bigint as n
    from production_order o join mold m on m.tenant_id = ${id} and m.mold_no = o.mold_no
    where o.tenant_id = ${id} and o.order_state in (${audited}, ${running}) and ${begin} < ${new Date(to)}::timestamptz
      and o.planned_end > greatest(${begin}, ${new Date(from)}::timestamptz) and ${moldScope(ctx, "m")} and ${where}`;
}

/** Tiles of the board, running molds first; today's shots are added up for these alone. */
function moldsSql(ctx: Ctx, today: number, where: Sql): Sql {
  const id = ctx.who.tenantId;
  return sql`select x."MOLD_NO", x."MOLD_NAME", x."DEVICE", x."Work_Stat", x."CYCLE_NOW", x."PRODUCT_CYCLE", x."sendTime",
      (select coalesce(sum(h.shots), 0)::bigint from shot_hour h where h.tenant_id = ${id} and h.mold_id = x.mold_id and h.hour >= ${new Date(today)}::timestamptz) as "SHOTS_TODAY"
    from (select t.mold_id, t.mold_no as "MOLD_NO", t.mold_name as "MOLD_NAME", ${deviceSql(id)} as "DEVICE", ${liveStateSql(ctx)} as "Work_Stat",
        round(case when s.count_at > b.bound_at then s.last_cycle_ms end / 1000.0, 2) as "CYCLE_NOW", t.standard_cycle as "PRODUCT_CYCLE", s.last_at as "sendTime"
      from ${stateFrom(ctx)} where t.tenant_id = ${id} and ${moldScope(ctx)} and ${where}
      order by (${liveStateSql(ctx)} = 'running') desc, t.mold_no limit ${maxMolds}) x
    order by (x."Work_Stat" = 'running') desc, x."MOLD_NO"`;
}

function tilesOf(ctx: Ctx, today: number, plantId: string | null, where: Sql): Promise<readonly BoardMold[]> {
  const { tenantId, scope } = ctx.who;
  const key = [tenantId, scope.kind, "orgId" in scope ? scope.orgId : "", plantId, today].join("/");
  return kept.get(key, 1, async () => {
    const [rows] = await ctx.db.run(tenantId, [moldsSql(ctx, today, where)]);
    return rows as unknown as readonly BoardMold[];
  });
}

/** Every hour of today that has begun, also those without a shot. */
function hoursOf(ctx: Ctx, today: number, slices: readonly Slice[]): PlantBoard["HOURS"] {
  const shots = new Map<number, number>();
  for (let h = Math.ceil(today / hourMs) * hourMs; h <= ctx.now; h += hourMs) shots.set(h, 0);
  for (const s of slices) shots.set(s.hour, (shots.get(s.hour) ?? 0) + s.shots);
  return [...shots]
    .sort(([a], [b]) => a - b)
    .map(([h, n]) => ({ TIME: new Date(h).toISOString(), SHOTS: n }));
}

export const plantBoardImpl = handle(plantBoard, async (ctx, input) => {
  const { tenantId, scope } = ctx.who;
  // A plant's own people need not say which plant.
  const plantId = input.plantId ?? (scope.kind === "plant" ? scope.orgId : null);
  const ofPlant = (alias: string) =>
    plantId === null ? sql`true` : sql`${sql.raw(alias)}.plant_id = ${plantId}`;
  const today = startOfDay(ctx.who.zone, ctx.now);
  const [{ molds: all }, lately, tiles, [warnings, due, play, plan, own]] = await Promise.all([
    countsOf(ctx),
    latestDays(ctx, complianceDays),
    tilesOf(ctx, today, plantId, ofPlant("t")),
    ctx.db.run(tenantId, [
      worstWarningsSql(ctx, ofPlant("m"), mostWarnings),
      dueSql(ctx, ofPlant("m")),
      playTimeSql(ctx),
      planSql(ctx, today, startOfDay(ctx.who.zone, ctx.now, 1), ofPlant("m")),
      sql`select org_id as "ID", org_name as "NAME" from organization where tenant_id = ${tenantId} and org_id = ${scope.kind === "plant" ? scope.orgId : ""}`,
    ]),
  ]);
  const days = lately.map((d) =>
    plantId === null ? d : { ...d, slices: d.slices.filter((s) => s.plantId === plantId) },
  );
  const known = plantsOf(all);
  // A plant's people see their plant also while no mold is there.
  const plants = known.length > 0 ? known : ((own ?? []) as unknown as typeof known);
  const plant = plants.find((p) => p.ID === plantId) ?? null;
  if (plantId !== null && plant === null) throw new AppError("S0202", "PLANT_ID");
  return {
    PLANT: plant,
    PLANTS: plants,
    STATES: statesOf(plantId === null ? all : all.filter((m) => m.plantId === plantId)),
    SHOTS_TODAY: sumOf(days[0]?.slices ?? [], "shots"),
    PLAN_TODAY: Number(plan?.[0]?.n ?? 0),
    HOURS: hoursOf(ctx, today, days[0]?.slices ?? []),
    COMPLIANCE: complianceOf(days.flatMap((d) => d.slices)),
    ...warningsOf(warnings),
    MAINTENANCE_DUE: Number(due?.[0]?.n ?? 0),
    MOLDS: tiles,
    PLAY_TIME: playTimeOf(play),
  };
});
