import { type PlantBoard, type PlantBoardMold, plantBoard } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { errors } from "@shotkeeper/contract/kernel";
import { orderState } from "@shotkeeper/contract/production";
import { AnswerCache, keyOfScope } from "../../kernel/answer-cache.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { liveStateSql, moldScope } from "../mold/index.ts";
import { playTimeOf, playTimeSql, worstWarningsSql } from "./board-parts.ts";
import {
  countBeside,
  countsOf,
  dueTasksSql,
  type Named,
  plantsOf,
  stateFrom,
  statesOf,
  sumOfWarnings,
} from "./counts.ts";
import { complianceOf, latestDays, sumOf } from "./days.ts";
import type { OwnerFigures } from "./figure-rows.ts";

const hourMs = 3_600_000;
const { audited, running } = orderState.values;
const { removed, silent, idle, stopped, running: isRunning } = liveState.values;
/**
 * Builds the SQL expression of a mold's rank. Molds that need attention have the lowest ranks. If there are more than
 * `maxMolds` molds, the molds with the lowest ranks are selected. The page sorts the selected molds in the same way.
 */
const rankSql = (state: Sql) => sql`
  case ${state} ${sql.join(
    [removed, silent, idle, stopped, isRunning].map(
      (s, i) => sql`when ${sql.constant(s)} then ${sql.constant(i)}`,
    ),
    " ",
  )} else 9 end`;
const complianceDays = 7;
/** Maximum number of mold tiles on a plant's board. More tiles do not fit on the screen and are left out. */
const maxMolds = 300;
const maxWarnings = 6;
/** Parts of a board that are cached, because they read many molds. */
interface CostlyPart {
  readonly molds: readonly PlantBoardMold[];
  readonly plan: Plan | undefined;
}
/**
 * Cache of the costly parts of the board, by scope of the user and plant. Several boards of one plant request the same
 * parts.
 */
const cache = new AnswerCache<CostlyPart>();

const deviceSql = (id: number): Sql =>
  sql`(
    select x.device_id
    from device_mold x
    where x.tenant_id = ${id} and x.mold_no = t.mold_no and x.unmounted_at is null
    limit 1)`;

interface Plan {
  readonly n: number;
  /** Part of the planned shots `n` that should be made by now. */
  readonly due: number;
  readonly made: number;
}

/**
 * Selects three sums over today's audited and running orders: the planned shots, the part of them that is due by now,
 * and the shots that the molds of these orders made today. An order of several days counts with the share of its
 * duration that lies in today. The due part of an order ends at the last reading of its mold, because later shots are
 * not known yet. `where` is a condition on the mold with alias `m`.
 */
function planSql(ctx: Ctx, from: number, to: number, where: Sql): Sql<Plan> {
  const id = ctx.who.tenantId;
  const dayBegin = sql`${new Date(from)}::timestamptz`;
  const dayEnd = sql`${new Date(to)}::timestamptz`;
  const begin = sql`coalesce(o.started_at, o.planned_start)`;
  const secondsUntil = (end: Sql) =>
    sql`extract(epoch from least(o.planned_end, ${end}) - greatest(${begin}, ${dayBegin}))`;
  const plannedUntil = (end: Sql) =>
    sql`sum(
      o.planned_shots * greatest(0, ${secondsUntil(end)}) / extract(epoch from o.planned_end - ${begin})
    )`;
  return sql<Plan>`select coalesce(round(sum(x.planned)), 0)::bigint as n,
      coalesce(round(sum(x.due)), 0)::bigint as due,
      coalesce(sum(x.made), 0)::bigint as made
    from (
      select ${plannedUntil(dayEnd)} as planned,
        ${plannedUntil(sql`least(${new Date(ctx.now)}::timestamptz, s.last_at)`)} as due,
        (
          select sum(h.shots) from shot_hour h
          where h.tenant_id = ${id} and h.mold_id = m.mold_id and h.hour >= ${dayBegin} and h.hour < ${dayEnd}
        ) as made
    from production_order o
    join mold m on m.tenant_id = ${id} and m.mold_no = o.mold_no
    left join binding b on b.tenant_id = ${id} and b.mold_id = m.mold_id and b.unbound_at is null
    left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id
    where o.tenant_id = ${id}
      and o.order_state in (${audited}, ${running})
      and ${begin} < ${dayEnd}
      and o.planned_end > greatest(${begin}, ${dayBegin})
      and ${moldScope(ctx, "m")}
      and ${where}
      group by m.mold_id) x`;
}

/**
 * Selects the molds of the board by rank (`rankSql`). Today's shots are computed only for the selected molds.
 */
function moldsSql(ctx: Ctx, today: number, where: Sql): Sql<PlantBoardMold> {
  const id = ctx.who.tenantId;
  return sql<PlantBoardMold>`select x."moldNo",
      x."moldName",
      x.device,
      x."liveState",
      x."currentCycle",
      x."standardCycle",
      x."lastReportAt",
      (
        select coalesce(sum(h.shots), 0)::bigint
        from shot_hour h
        where h.tenant_id = ${id}
          and h.mold_id = x.mold_id
          and h.hour >= ${new Date(today)}::timestamptz) as "shotsToday"
    from (
      select t.mold_id,
        t.mold_no as "moldNo",
        t.mold_name as "moldName",
        ${deviceSql(id)} as device,
        ${liveStateSql(ctx)} as "liveState",
        round(case when s.count_at > b.bound_at then s.last_cycle_ms end / 1000.0, 2) as "currentCycle",
        t.standard_cycle as "standardCycle",
        s.last_at as "lastReportAt"
      from ${stateFrom(ctx)}
      where t.tenant_id = ${id} and t.archived_date is null and ${moldScope(ctx)} and ${where}
      order by ${rankSql(liveStateSql(ctx))}, t.mold_no
      limit ${maxMolds}) x
    order by ${rankSql(sql`x."liveState"`)}, x."moldNo"`;
}

function costlyPartOf(
  ctx: Ctx,
  today: number,
  plantId: string | null,
  ofPlant: (alias: "m" | "t") => Sql,
): Promise<CostlyPart> {
  const { tenantId, zone } = ctx.who;
  return cache.get(keyOfScope(ctx, plantId, today), 1, async () => {
    const [molds, [plan]] = await ctx.db.run(tenantId, [
      moldsSql(ctx, today, ofPlant("t")),
      planSql(ctx, today, startOfDay(zone, ctx.now, 1), ofPlant("m")),
    ]);
    return { molds, plan };
  });
}

/** Returns the shots of each hour of today that has begun. Hours without a shot appear with 0. */
function hoursOf(ctx: Ctx, today: number, figures: readonly OwnerFigures[]): PlantBoard["hours"] {
  const shots = new Map<number, number>();
  for (let h = Math.ceil(today / hourMs) * hourMs; h <= ctx.now; h += hourMs) shots.set(h, 0);
  for (const f of figures) shots.set(f.hour, (shots.get(f.hour) ?? 0) + f.shots);
  return [...shots]
    .sort(([a], [b]) => a - b)
    .map(([h, n]) => ({ time: new Date(h).toISOString(), shots: n }));
}

export const plantBoardImpl = handle(plantBoard, async (ctx, input) => {
  const { tenantId, scope } = ctx.who;
  // Shows users of a plant the board of their own plant if the caller names no plant.
  const ownPlantId = scope.kind === "plant" ? scope.orgId : null;
  const plantId = input.plantId ?? ownPlantId;
  const ofPlant = (alias: "m" | "t") =>
    plantId === null ? sql`true` : sql`${sql.raw(alias)}.plant_id = ${plantId}`;
  const today = startOfDay(ctx.who.zone, ctx.now);
  const [{ molds: all, warnings: allWarnings }, lately, { molds, plan }, [warnings, due, play, ownPlant]] =
    await Promise.all([
      countsOf(ctx),
      latestDays(ctx, complianceDays),
      costlyPartOf(ctx, today, plantId, ofPlant),
      ctx.db.run(tenantId, [
        worstWarningsSql(ctx, ofPlant("m"), maxWarnings),
        dueTasksSql(ctx, ofPlant("m")),
        playTimeSql(ctx),
        sql<Named>`select org_id as id, org_name as name
        from organization
        where tenant_id = ${tenantId} and org_id = ${ownPlantId ?? ""}`,
      ]),
    ]);
  const days = lately.map((d) =>
    plantId === null ? d : { ...d, figures: d.figures.filter((f) => f.plantId === plantId) },
  );
  const known = plantsOf(all);
  // Lists the caller's own plant if no mold is in the caller's scope, so that users of a new plant also get a board.
  const plants = known.length > 0 ? known : ownPlant;
  const plant = plants.find((p) => p.id === plantId) ?? null;
  if (plantId !== null && plant === null) throw errors.unknownReference("plantId");
  const figuresToday = days[0]?.figures ?? [];
  return {
    plant,
    plants,
    states: statesOf(plantId === null ? all : all.filter((m) => m.plantId === plantId)),
    shotsToday: sumOf(figuresToday, "shots"),
    planToday: plan?.n ?? 0,
    planUntilNow: plan?.due ?? 0,
    plannedMade: plan?.made ?? 0,
    hours: hoursOf(ctx, today, figuresToday),
    compliance: complianceOf(days.flatMap((d) => d.figures)),
    warnings,
    warningCount: countBeside(
      warnings,
      maxWarnings,
      sumOfWarnings(plantId === null ? allWarnings : allWarnings.filter((w) => w.plantId === plantId)),
    ),
    maintenanceDue: due[0]?.n ?? 0,
    molds,
    playTime: playTimeOf(play),
  };
});
