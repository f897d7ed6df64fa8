import { type KeyProjectBoard, type KeyProjectMold, keyProjectBoard } from "@shotkeeper/contract/board";
import { AppError } from "@shotkeeper/contract/kernel";
import { orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { liveStateSql, moldScope, totalShots } from "../basic/index.ts";
import { countsOf, type MoldCount, stateFrom, statesOf } from "./counts.ts";
import {
  countOf,
  milestonesOf,
  milestonesSql,
  playTimeOf,
  playTimeSql,
  warningCountsSql,
} from "./wall-parts.ts";

/** Where nobody has chosen, the largest projects are shown. */
const largest = 6;
const { running } = orderState.values;

const chosenSql = (ctx: Ctx): Sql =>
  sql`select prm_value from parameter where tenant_id = ${ctx.who.tenantId} and prm_id = 'KEY_PROJECTS'`;

/** What is said of some projects, its number as `no`. */
function namesSql(ctx: Ctx, numbers: readonly string[]): Sql {
  const id = ctx.who.tenantId;
  return sql`select m.project_no as no, max(m.project_name) as name, max(o.org_name) as oem, max(m.project_manager) as manager
    from mold m left join organization o on o.tenant_id = ${id} and o.org_id = m.oem_id
    where m.tenant_id = ${id} and m.project_no = any(${numbers}) and m.service_state <> 4 and ${moldScope(ctx, "m")} group by 1`;
}

/** The projects of the board: the tenant's choice in its order, of those that are there; without one the largest. */
function numbersOf(choice: string, molds: readonly MoldCount[]) {
  const sizes = new Map<string, number>();
  for (const m of molds)
    if (m.projectNo !== null && !m.isScrapped)
      sizes.set(m.projectNo, (sizes.get(m.projectNo) ?? 0) + m.molds);
  const chosen = [...new Set(choice.split(/[,，;；]/).map((no) => no.trim()))].filter((no) => no !== "");
  if (chosen.length > 0) return { isChosen: true, numbers: chosen.filter((no) => sizes.has(no)) };
  const all = [...sizes].sort(([a, n], [b, m]) => m - n || a.localeCompare(b));
  return { isChosen: false, numbers: all.slice(0, largest).map(([no]) => no) };
}

interface MoldRow extends Omit<KeyProjectMold, "WARNINGS"> {
  readonly plant: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly life: number | null;
  readonly today: number;
}

function moldsSql(ctx: Ctx, projectNo: string): Sql {
  const id = ctx.who.tenantId;
  const total = sql.raw(totalShots);
  const from = new Date(startOfDay(ctx.who.zone, ctx.now));
  const now = sql`${new Date(ctx.now)}::timestamptz`;
  return sql`select t.mold_no as "MOLD_NO", t.mold_name as "MOLD_NAME", p.org_name as "PLANT_NAME", t.plant_id as plant, p.longitude::float8 as lng, p.latitude::float8 as lat,
      ${liveStateSql(ctx)} as "Work_Stat", ${total}::float8 as "COUNT_TIMES", round(${total} / nullif(t.life_ten_thousands * 100, 0), 1)::float8 as "LIFE_USED",
      t.life_ten_thousands::float8 * 10000 as life, f.life_end as "LIFE_END", case when f.is_drifting then f.cycle_drift::float8 end as "DRIFT",
      case when o.order_id is not null then round(100 * least(1, made.by_order / o.planned_shots), 1)::float8 end as "ORDER_PROGRESS",
      coalesce(o.planned_end < ${now}, false) as "ORDER_LATE",
      made.today::float8 as today
    from ${stateFrom(ctx)}
    left join organization p on p.tenant_id = ${id} and p.org_id = t.plant_id
    left join mold_forecast f on f.tenant_id = ${id} and f.mold_id = t.mold_id
    left join production_order o on o.tenant_id = ${id} and o.mold_no = t.mold_no and o.order_state = ${running}
    cross join lateral (select coalesce(sum(h.shots) filter (where h.hour >= ${from}::timestamptz), 0) as today,
        coalesce(sum(h.shots) filter (where h.hour >= o.started_at), 0) as by_order
      from shot_hour h where h.tenant_id = ${id} and h.mold_id = t.mold_id and h.hour >= least(${from}::timestamptz, o.started_at)) made
    where t.tenant_id = ${id} and t.project_no = ${projectNo} and t.service_state <> 4 and ${moldScope(ctx)} order by t.mold_no`;
}

export const keyProjectBoardImpl = handle(keyProjectBoard, async (ctx, input): Promise<KeyProjectBoard> => {
  const { tenantId } = ctx.who;
  const [{ molds }, [choice, play]] = await Promise.all([
    countsOf(ctx),
    ctx.db.run(tenantId, [chosenSql(ctx), playTimeSql(ctx)]),
  ]);
  const { isChosen, numbers } = numbersOf(String(choice?.[0]?.prm_value ?? ""), molds);
  const no = input.projectNo ?? numbers[0] ?? "";
  if (input.projectNo !== null && !numbers.includes(no)) throw new AppError("S0202", "PROJECT_NO");
  const [names, moldRows, milestones, warnings] = await ctx.db.run(tenantId, [
    namesSql(ctx, numbers),
    moldsSql(ctx, no),
    milestonesSql(ctx, sql`t.project_no = ${no}`),
    warningCountsSql(ctx, "mold_no", [no]),
  ]);
  const named = (number: string) => names?.find((n) => n.no === number);
  const row = named(no);
  const rows = (moldRows ?? []) as unknown as readonly MoldRow[];
  const lives = rows.filter((r) => r.life !== null && r.life > 0);
  const life = lives.reduce((n, r) => n + Number(r.life), 0);
  const plants = new Map<string, KeyProjectBoard["PLACES"][number]>();
  for (const r of rows) {
    if (r.plant === null) continue;
    const p = plants.get(r.plant) ?? {
      PLANT: r.PLANT_NAME ?? r.plant,
      LNG: r.lng,
      LAT: r.lat,
      MOLDS: 0,
      RUNNING: 0,
    };
    plants.set(r.plant, { ...p, MOLDS: p.MOLDS + 1, RUNNING: p.RUNNING + Number(r.Work_Stat === "running") });
  }
  return {
    PROJECT: row ? { ID: no, NAME: String(row.name ?? no) } : null,
    PROJECTS: numbers.map((ID) => ({ ID, NAME: String(named(ID)?.name ?? ID) })),
    CHOSEN: isChosen,
    ENGINE_NAME: (row?.oem ?? null) as string | null,
    MANAGER: (row?.manager ?? null) as string | null,
    STATES: statesOf(rows.map((r) => ({ state: r.Work_Stat, molds: 1 }))),
    SHOTS_TODAY: rows.reduce((n, r) => n + Number(r.today), 0),
    LIFE_USED:
      life > 0 ? Math.round((lives.reduce((n, r) => n + r.COUNT_TIMES, 0) / life) * 1000) / 10 : null,
    MOLDS: rows.map(({ plant: _p, lng: _lng, lat: _lat, life: _l, today: _t, ...m }) => ({
      ...m,
      WARNINGS: countOf(warnings, m.MOLD_NO),
    })),
    PLACES: [...plants.values()],
    MILESTONES: milestonesOf(milestones),
    PLAY_TIME: playTimeOf(play),
  };
});
