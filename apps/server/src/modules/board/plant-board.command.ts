import { type BoardMold, type PlantBoard, plantBoard } from "@shotkeeper/contract/board";
import { AppError } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { liveStateSql, moldScope } from "../basic/index.ts";
import { warningFrom, warningScope } from "../warning/index.ts";
import { dueSql, type StateCount, stateFrom, statesOf, statesSql } from "./counts.ts";
import { complianceOf, type DayFigures, latestDays, sumOf } from "./days.ts";

const hourMs = 3_600_000;
const complianceDays = 7;
/** More tiles than these no wall shows. */
const maxMolds = 300;
const maxWarnings = 20;

/** Tiles of the board, running molds first; today's shots are added up for these alone. */
function moldsSql(ctx: Ctx, today: number, where: Sql): Sql {
  const id = ctx.who.tenantId;
  return sql`select x."MOLD_NO", x."MOLD_NAME", x."Work_Stat", x."CYCLE_NOW", x."PRODUCT_CYCLE", x."sendTime",
      (select coalesce(sum(h.shots), 0)::bigint from shot_hour h where h.tenant_id = ${id} and h.mold_id = x.mold_id and h.hour >= ${new Date(today)}::timestamptz) as "SHOTS_TODAY"
    from (select t.mold_id, t.mold_no as "MOLD_NO", t.mold_name as "MOLD_NAME", ${liveStateSql(ctx)} as "Work_Stat",
        round(case when s.count_at > b.bound_at then s.last_cycle_ms end / 1000.0, 2) as "CYCLE_NOW", t.standard_cycle as "PRODUCT_CYCLE", s.last_at as "sendTime"
      from ${stateFrom(ctx)} where t.tenant_id = ${id} and ${moldScope(ctx)} and ${where}
      order by (${liveStateSql(ctx)} = 'running') desc, t.mold_no limit ${maxMolds}) x
    order by (x."Work_Stat" = 'running') desc, x."MOLD_NO"`;
}

function warningsSql(ctx: Ctx, where: Sql): Sql {
  return sql`select t.kind as "KIND", t.level as "LEVEL", m.mold_no as "MOLD_NO", c.writer_id as "WRITER_ID", t.opened_at as "OPEN_TIME"
    from ${warningFrom(ctx)} where t.tenant_id = ${ctx.who.tenantId} and t.cleared_at is null and ${warningScope(ctx)} and ${where}
    order by t.level desc, t.opened_at desc limit ${maxWarnings}`;
}

/** Every hour of today that has begun, also those without a shot. */
function hoursOf(ctx: Ctx, today: DayFigures): PlantBoard["HOURS"] {
  const shots = new Map<number, number>();
  for (let h = Math.ceil(today.from / hourMs) * hourMs; h <= ctx.now; h += hourMs) shots.set(h, 0);
  for (const s of today.slices) shots.set(s.hour, (shots.get(s.hour) ?? 0) + s.shots);
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
  const days = (await latestDays(ctx, complianceDays)).map((d) =>
    plantId === null ? d : { ...d, slices: d.slices.filter((s) => s.plantId === plantId) },
  );
  const [today] = days;
  if (!today) throw new AppError("S0207");
  const [states, warnings, due, molds, tenants, own] = await ctx.db.run(tenantId, [
    statesSql(ctx),
    warningsSql(ctx, ofPlant("m")),
    dueSql(ctx, ofPlant("m")),
    moldsSql(ctx, today.from, ofPlant("t")),
    sql`select play_time from tenant where tenant_id = ${tenantId}`,
    sql`select org_id as "ID", org_name as "NAME" from organization where tenant_id = ${tenantId} and org_id = ${scope.kind === "plant" ? scope.orgId : ""}`,
  ]);
  const all = (states ?? []) as unknown as StateCount[];
  const named = all.flatMap((s) => (s.plant === null ? [] : [[s.plant, s.name ?? s.plant] as const]));
  // A plant's people see their plant also while no mold is there.
  const plants = [
    ...new Map([...named, ...(own ?? []).map((o) => [String(o.ID), String(o.NAME)] as const)]),
  ].map(([ID, NAME]) => ({ ID, NAME }));
  const plant = plants.find((p) => p.ID === plantId) ?? null;
  if (plantId !== null && plant === null) throw new AppError("S0202", "PLANT_ID");
  return {
    PLANT: plant,
    PLANTS: plants,
    STATES: statesOf(plantId === null ? all : all.filter((s) => s.plant === plantId)),
    SHOTS_TODAY: sumOf(today.slices, "shots"),
    HOURS: hoursOf(ctx, today),
    COMPLIANCE: complianceOf(days.flatMap((d) => d.slices)),
    WARNINGS: (warnings ?? []) as unknown as PlantBoard["WARNINGS"],
    MAINTENANCE_DUE: Number(due?.[0]?.n ?? 0),
    MOLDS: (molds ?? []) as unknown as readonly BoardMold[],
    PLAY_TIME: Number(tenants?.[0]?.play_time ?? 20),
  };
});
