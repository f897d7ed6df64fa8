import { type KeyProjectBoard, type KeyProjectMold, keyProjectBoard } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { errors } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
import { orderState } from "@shotkeeper/contract/production";
import { keyProjectsId, keyProjectsOf } from "@shotkeeper/contract/system";
import { AnswerCache, keyOfScope } from "../../kernel/answer-cache.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { percentDown, progressOf } from "../../kernel/progress.ts";
import { handle } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { liveStateSql, moldScope, totalShots } from "../mold/index.ts";
import { creditedHours } from "../production/index.ts";
import {
  type CountByNo,
  countOf,
  type MilestoneRow,
  milestonesSql,
  playTimeOf,
  playTimeSql,
  totalOf,
  warningCountsSql,
} from "./board-parts.ts";
import { countsOf, lifeUsedOf, type MoldCount, stateFrom, statesOf } from "./counts.ts";

/** Number of projects on the board if the parameter KEY_PROJECTS is not set. The largest projects are shown. */
const defaultProjects = 6;
const { running } = orderState.values;
const scrapped = sql.constant(serviceState.values.scrapped);

const chosenSql = (ctx: Ctx) =>
  sql<{ prm_value: string | null }>`select prm_value
    from parameter
    where tenant_id = ${ctx.who.tenantId} and prm_id = ${keyProjectsId}`;

interface ProjectRow {
  readonly no: string;
  readonly name: string | null;
  readonly oem: string | null;
  readonly manager: string | null;
}

function projectsSql(ctx: Ctx, projectNos: readonly string[]): Sql<ProjectRow> {
  const id = ctx.who.tenantId;
  return sql<ProjectRow>`select m.project_no as no,
      max(m.project_name) as name,
      max(o.org_name) as oem,
      max(m.project_manager) as manager
    from mold m
    left join organization o on o.tenant_id = ${id} and o.org_id = m.oem_id
    where m.tenant_id = ${id}
      and m.project_no = any(${projectNos})
      and m.service_state <> ${scrapped}
      and m.archived_date is null
      and ${moldScope(ctx, "m")}
    group by 1`;
}

/**
 * Returns the project numbers of the board: the tenant's choice in its order, or else the projects with the most molds.
 */
function projectNosOf(choice: string, molds: readonly MoldCount[]) {
  const sizes = new Map<string, number>();
  for (const m of molds)
    if (m.projectNo !== null && !m.isScrapped)
      sizes.set(m.projectNo, (sizes.get(m.projectNo) ?? 0) + m.molds);
  const chosen = keyProjectsOf(choice);
  if (chosen.length > 0) return { isChosen: true, projectNos: chosen.filter((no) => sizes.has(no)) };
  const bySize = [...sizes].sort(([a, n], [b, m]) => m - n || a.localeCompare(b));
  return { isChosen: false, projectNos: bySize.slice(0, defaultProjects).map(([no]) => no) };
}

interface MoldRow extends Omit<KeyProjectMold, "warnings"> {
  readonly plantId: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly life: number | null;
  readonly shotsToday: number;
}

/** Parts of the board that are cached, because they read all molds of the projects. */
interface CostlyPart {
  readonly projects: readonly ProjectRow[];
  readonly molds: readonly MoldRow[];
  readonly milestones: readonly MilestoneRow[];
  readonly warnings: readonly CountByNo[];
}
/** Cache of the costly parts of the board, by scope of the user, projects and shown project. */
const cache = new AnswerCache<CostlyPart>();

function moldsSql(ctx: Ctx, projectNo: string, startOfToday: number): Sql<MoldRow> {
  const id = ctx.who.tenantId;
  const total = sql.raw(totalShots);
  const today = sql`${new Date(startOfToday)}::timestamptz`;
  const now = sql`${new Date(ctx.now)}::timestamptz`;
  return sql<MoldRow>`select t.mold_no as "moldNo",
      t.mold_name as "moldName",
      p.org_name as "plantName",
      t.plant_id as "plantId",
      p.longitude::float8 as lng,
      p.latitude::float8 as lat,
      ${liveStateSql(ctx)} as "liveState",
      ${total}::float8 as shots,
      ${sql.raw(percentDown(totalShots, "t.life_ten_thousands * 10000"))}::float8 as "lifeUsed",
      t.life_ten_thousands::float8 * 10000 as life,
      f.life_end as "lifeEnd",
      case when f.is_drifting then f.cycle_drift::float8 end as drift,
      case when o.order_id is not null
        then (${sql.raw(progressOf("least(made.by_order, o.planned_shots)", "o.planned_shots"))})::float8
      end as "orderProgress",
      coalesce(o.planned_end < ${now}, false) as "orderLate",
      made.today::float8 as "shotsToday"
    from ${stateFrom(ctx)}
    left join organization p on p.tenant_id = ${id} and p.org_id = t.plant_id
    left join mold_forecast f on f.tenant_id = ${id} and f.mold_id = t.mold_id
    left join production_order o on o.tenant_id = ${id} and o.mold_no = t.mold_no and o.order_state = ${running}
    cross join lateral (
      select
        (
          select coalesce(sum(h.shots), 0) from shot_hour h
          where h.tenant_id = ${id} and h.mold_id = t.mold_id and h.hour >= ${today}) as today,
        (select coalesce(sum(h.shots), 0) from (${creditedHours(ctx, "o", "t.mold_id")}) h) as by_order) made
    where t.tenant_id = ${id}
      and t.project_no = ${projectNo}
      and t.service_state <> ${scrapped}
      and t.archived_date is null
      and ${moldScope(ctx)}
    order by t.mold_no`;
}

function costlyPartOf(ctx: Ctx, projectNos: readonly string[], projectNo: string): Promise<CostlyPart> {
  const today = startOfDay(ctx.who.zone, ctx.now);
  return cache.get(keyOfScope(ctx, projectNos, projectNo, today), 1, async () => {
    const [projects, molds, milestones, warnings] = await ctx.db.run(ctx.who.tenantId, [
      projectsSql(ctx, projectNos),
      moldsSql(ctx, projectNo, today),
      milestonesSql(ctx, sql`t.project_no = ${projectNo}`),
      warningCountsSql(ctx, projectNo),
    ]);
    return { projects, molds, milestones, warnings };
  });
}

/** Returns the plants where the molds are, with their numbers of molds and of running molds. */
function placesOf(molds: readonly MoldRow[]): KeyProjectBoard["places"] {
  const plants = new Map<string, KeyProjectBoard["places"][number]>();
  for (const m of molds) {
    if (m.plantId === null) continue;
    const known = plants.get(m.plantId);
    plants.set(m.plantId, {
      plantId: m.plantId,
      plant: m.plantName ?? m.plantId,
      lng: known ? known.lng : m.lng,
      lat: known ? known.lat : m.lat,
      molds: (known?.molds ?? 0) + 1,
      running: (known?.running ?? 0) + Number(m.liveState === liveState.values.running),
    });
  }
  return [...plants.values()];
}

export const keyProjectBoardImpl = handle(keyProjectBoard, async (ctx, input) => {
  const { tenantId } = ctx.who;
  const [{ molds: counts }, [choice, play]] = await Promise.all([
    countsOf(ctx),
    ctx.db.run(tenantId, [chosenSql(ctx), playTimeSql(ctx)]),
  ]);
  const { isChosen, projectNos } = projectNosOf(choice[0]?.prm_value ?? "", counts);
  const no = input.projectNo ?? projectNos[0] ?? "";
  if (input.projectNo !== null && !projectNos.includes(no)) throw errors.unknownReference("projectNo");
  const { projects, molds, milestones, warnings } = await costlyPartOf(ctx, projectNos, no);
  const find = (projectNo: string) => projects.find((p) => p.no === projectNo);
  const project = find(no);
  return {
    project: project ? { id: no, name: project.name ?? no } : null,
    projects: projectNos.map((id) => ({ id, name: find(id)?.name ?? id })),
    chosen: isChosen,
    oemName: project?.oem ?? null,
    manager: project?.manager ?? null,
    states: statesOf(molds.map((m) => ({ state: m.liveState, molds: 1 }))),
    shotsToday: molds.reduce((n, m) => n + m.shotsToday, 0),
    lifeUsed: lifeUsedOf(
      molds.flatMap(({ shots, life }) => (life !== null && life > 0 ? [{ shots, life }] : [])),
    ),
    molds: molds.map((m) => ({ ...m, warnings: countOf(warnings, m.moldNo) })),
    places: placesOf(molds),
    milestones,
    milestoneCount: totalOf(milestones),
    playTime: playTimeOf(play),
  };
});
