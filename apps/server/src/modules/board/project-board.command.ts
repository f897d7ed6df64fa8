import { type BoardProject, type ProjectBoard, projectBoard } from "@shotkeeper/contract/board";
import { orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { liveStateSql, moldScope, totalShots } from "../basic/index.ts";
import { stateFrom, statesOf } from "./counts.ts";
import {
  ageSql,
  agesOf,
  isLateSql,
  milestonesOf,
  nextMilestonesSql,
  playTimeOf,
  playTimeSql,
  today,
} from "./wall-parts.ts";

/** So many can be read from five metres. */
const perPage = 7;
const { audited, running } = orderState.values;

interface Count {
  readonly no: string;
  readonly state: string;
  readonly age: number;
  readonly molds: number;
  readonly handed: number;
  readonly late: number;
  readonly made: number;
  readonly life: number;
}

/** Molds by project, state and age. */
function countsSql(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  const total = sql.raw(totalShots);
  const lives = sql`t.life_ten_thousands > 0`;
  return sql`select t.project_no as no, ${liveStateSql(ctx)} as state, ${ageSql(ctx)} as age, count(*) as molds,
      count(*) filter (where t.handover_date <= ${today(ctx)}) as handed, count(*) filter (where ${isLateSql(ctx)}) as late,
      coalesce(sum(${total}) filter (where ${lives}), 0)::float8 as made, coalesce(sum(t.life_ten_thousands) filter (where ${lives}), 0)::float8 * 10000 as life
    from ${stateFrom(ctx)} where t.tenant_id = ${id} and t.project_no is not null and t.service_state <> 4 and ${moldScope(ctx)} group by 1, 2, 3`;
}

/** Orders that are not over, by project. */
function ordersSql(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`select m.project_no as no, count(*) as orders, count(*) filter (where o.planned_end < ${new Date(ctx.now)}::timestamptz) as late
    from production_order o join mold m on m.tenant_id = ${id} and m.mold_no = o.mold_no
    where o.tenant_id = ${id} and o.order_state in (${audited}, ${running}) and m.project_no is not null and m.service_state <> 4 and ${moldScope(ctx, "m")} group by 1`;
}

/** What only the projects of the page are asked for. */
function detailsSql(ctx: Ctx, numbers: readonly string[]): Sql {
  const id = ctx.who.tenantId;
  const from = new Date(startOfDay(ctx.who.zone, ctx.now));
  return sql`select m.project_no as no, max(m.project_name) as name, max(o.org_name) as oem,
      sum((select coalesce(sum(h.shots), 0) from shot_hour h where h.tenant_id = ${id} and h.mold_id = m.mold_id and h.hour >= ${from}::timestamptz))::bigint as shots,
      sum((select count(*) from warning w where w.tenant_id = ${id} and w.mold_id = m.mold_id and w.cleared_at is null and w.withdrawn_at is null))::bigint as warnings
    from mold m left join organization o on o.tenant_id = ${id} and o.org_id = m.oem_id
    where m.tenant_id = ${id} and m.project_no = any(${numbers}) and ${moldScope(ctx, "m")} group by 1`;
}

const sum = <K extends "molds" | "handed" | "late" | "made" | "life">(rows: readonly Count[], key: K) =>
  rows.reduce((n, r) => n + Number(r[key]), 0);

export const projectBoardImpl = handle(projectBoard, async (ctx, input): Promise<ProjectBoard> => {
  const { tenantId } = ctx.who;
  // Beside each other, on two connections: each is a look at every mold.
  const [[countRows], [orderRows, play]] = await Promise.all([
    ctx.db.run(tenantId, [countsSql(ctx)]),
    ctx.db.run(tenantId, [ordersSql(ctx), playTimeSql(ctx)]),
  ]);
  const counts = (countRows ?? []) as unknown as readonly Count[];
  const orders = new Map(
    (orderRows ?? []).map((o) => [String(o.no), { all: Number(o.orders), late: Number(o.late) }]),
  );
  const byProject = new Map<string, Count[]>();
  for (const c of counts) byProject.set(c.no, [...(byProject.get(c.no) ?? []), c]);
  // What is late needs eyes first; then by number, so that a project keeps its place.
  const trouble = new Map(
    [...byProject].map(([no, own]) => [no, sum(own, "late") + (orders.get(no)?.late ?? 0)] as const),
  );
  const numbers = [...byProject.keys()].sort(
    (a, b) => (trouble.get(b) ?? 0) - (trouble.get(a) ?? 0) || a.localeCompare(b),
  );
  const pages = Math.max(1, Math.ceil(numbers.length / perPage));
  const page = (input.boardPage ?? 0) % pages;
  const shown = numbers.slice(page * perPage, (page + 1) * perPage);
  const [[details], [next]] = await Promise.all([
    ctx.db.run(tenantId, [detailsSql(ctx, shown)]),
    ctx.db.run(tenantId, [nextMilestonesSql(ctx, shown)]),
  ]);
  const projects = shown.map((no): BoardProject => {
    const own = byProject.get(no) ?? [];
    const d = details?.find((x) => x.no === no);
    const life = sum(own, "life");
    return {
      PROJECT_NO: no,
      PROJECT_NAME: (d?.name ?? null) as string | null,
      ENGINE_NAME: (d?.oem ?? null) as string | null,
      MOLDS: sum(own, "molds"),
      RUNNING: sum(
        own.filter((c) => c.state === "running"),
        "molds",
      ),
      HANDED_OVER: sum(own, "handed"),
      LATE: sum(own, "late"),
      WARNINGS: Number(d?.warnings ?? 0),
      ORDERS: orders.get(no)?.all ?? 0,
      LATE_ORDERS: orders.get(no)?.late ?? 0,
      SHOTS_TODAY: Number(d?.shots ?? 0),
      LIFE_USED: life > 0 ? Math.round((sum(own, "made") / life) * 1000) / 10 : null,
      NEXT: milestonesOf(next?.filter((m) => m.no === no))[0] ?? null,
    };
  });
  const allOrders = [...orders.values()];
  return {
    PROJECT_COUNT: numbers.length,
    MOLDS: sum(counts, "molds"),
    STATES: statesOf(counts),
    AGES: agesOf(counts),
    LATE: sum(counts, "late"),
    ORDERS: allOrders.reduce((n, o) => n + o.all, 0),
    LATE_ORDERS: allOrders.reduce((n, o) => n + o.late, 0),
    PROJECTS: projects,
    PAGES: pages,
    PLAY_TIME: playTimeOf(play),
  };
});
