import { type KeyProjectBoard, type KeyProjectMold, keyProjectBoard } from "@shotkeeper/contract/board";
import { AppError } from "@shotkeeper/contract/kernel";
import { orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { liveStateSql, moldScope, totalShots } from "../basic/index.ts";
import { stateFrom, statesOf } from "./counts.ts";
import { milestonesOf, milestonesSql, playTimeOf, playTimeSql } from "./wall-parts.ts";

/** Where nobody has chosen, the largest projects are shown. */
const largest = 6;
const mostMolds = 200;
const { running } = orderState.values;

/** The projects of the board, the tenant's choice before the largest ones. */
function projectsSql(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`with chosen as (select trim(both from x.no) as no, x.i from parameter p, regexp_split_to_table(p.prm_value, '[,，;；]') with ordinality as x (no, i)
      where p.tenant_id = ${id} and p.prm_id = 'KEY_PROJECTS')
    select m.project_no as no, max(m.project_name) as name, min(c.i) as i, count(*) as molds, max(o.org_name) as oem, max(m.project_manager) as manager
    from mold m left join chosen c on c.no = m.project_no left join organization o on o.tenant_id = ${id} and o.org_id = m.oem_id
    where m.tenant_id = ${id} and m.project_no is not null and m.service_state <> 4 and ${moldScope(ctx, "m")}
      and (not exists (select from chosen) or c.no is not null) group by 1 order by i, molds desc, 1 limit ${mostMolds}`;
}

interface MoldRow extends Omit<KeyProjectMold, "PLANT_NAME"> {
  readonly PLANT_NAME: string | null;
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
      (select round(100 * least(1, coalesce(sum(h.shots), 0) / o.planned_shots), 1)::float8 from shot_hour h where h.tenant_id = ${id} and h.mold_id = t.mold_id and h.hour >= o.started_at) as "ORDER_PROGRESS",
      coalesce(o.planned_end < ${now}, false) as "ORDER_LATE",
      (select count(*) from warning w where w.tenant_id = ${id} and w.mold_id = t.mold_id and w.cleared_at is null and w.withdrawn_at is null) as "WARNINGS",
      (select coalesce(sum(h.shots), 0)::float8 from shot_hour h where h.tenant_id = ${id} and h.mold_id = t.mold_id and h.hour >= ${from}::timestamptz) as today
    from ${stateFrom(ctx)}
    left join organization p on p.tenant_id = ${id} and p.org_id = t.plant_id
    left join mold_forecast f on f.tenant_id = ${id} and f.mold_id = t.mold_id
    left join production_order o on o.tenant_id = ${id} and o.mold_no = t.mold_no and o.order_state = ${running}
    where t.tenant_id = ${id} and t.project_no = ${projectNo} and t.service_state <> 4 and ${moldScope(ctx)} order by t.mold_no limit ${mostMolds}`;
}

export const keyProjectBoardImpl = handle(keyProjectBoard, async (ctx, input): Promise<KeyProjectBoard> => {
  const { tenantId } = ctx.who;
  const [found, play] = await ctx.db.run(tenantId, [projectsSql(ctx), playTimeSql(ctx)]);
  const chosen = (found ?? []).some((p) => p.i !== null);
  const projects = chosen ? (found ?? []) : (found ?? []).slice(0, largest);
  const row = input.projectNo === null ? projects[0] : projects.find((p) => p.no === input.projectNo);
  if (input.projectNo !== null && !row) throw new AppError("S0202", "PROJECT_NO");
  const no = row ? String(row.no) : "";
  const [moldRows, milestones] = await ctx.db.run(tenantId, [
    moldsSql(ctx, no),
    milestonesSql(ctx, sql`t.project_no = ${no}`),
  ]);
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
    PROJECTS: projects.map((p) => ({ ID: String(p.no), NAME: String(p.name ?? p.no) })),
    CHOSEN: chosen,
    ENGINE_NAME: (row?.oem ?? null) as string | null,
    MANAGER: (row?.manager ?? null) as string | null,
    STATES: statesOf(rows.map((r) => ({ state: r.Work_Stat, molds: 1 }))),
    SHOTS_TODAY: rows.reduce((n, r) => n + Number(r.today), 0),
    LIFE_USED:
      life > 0 ? Math.round((lives.reduce((n, r) => n + r.COUNT_TIMES, 0) / life) * 1000) / 10 : null,
    MOLDS: rows.map(({ plant: _p, lng: _lng, lat: _lat, life: _l, today: _t, ...m }) => m),
    PLACES: [...plants.values()],
    MILESTONES: milestonesOf(milestones),
    PLAY_TIME: playTimeOf(play),
  };
});
