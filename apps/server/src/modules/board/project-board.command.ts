import { type BoardProject, type ProjectBoard, projectBoard } from "@shotkeeper/contract/board";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { moldScope } from "../basic/index.ts";
import { byProjectOf, countsOf, statesOf, sumOfMolds } from "./counts.ts";
import {
  agesOf,
  countOf,
  milestonesOf,
  nextMilestonesSql,
  playTimeOf,
  playTimeSql,
  warningCountsSql,
} from "./wall-parts.ts";

/** So many can be read from five metres. */
const perPage = 7;
/** What only the projects of the page are asked for. */
function detailsSql(ctx: Ctx, numbers: readonly string[]): Sql {
  const id = ctx.who.tenantId;
  const from = new Date(startOfDay(ctx.who.zone, ctx.now));
  return sql`select m.project_no as no, max(m.project_name) as name, max(o.org_name) as oem,
      sum((select coalesce(sum(h.shots), 0) from shot_hour h where h.tenant_id = ${id} and h.mold_id = m.mold_id and h.hour >= ${from}::timestamptz))::bigint as shots
    from mold m left join organization o on o.tenant_id = ${id} and o.org_id = m.oem_id
    where m.tenant_id = ${id} and m.project_no = any(${numbers}) and ${moldScope(ctx, "m")} group by 1`;
}

export const projectBoardImpl = handle(projectBoard, async (ctx, input): Promise<ProjectBoard> => {
  const { tenantId } = ctx.who;
  const counted = await countsOf(ctx);
  const counts = counted.molds.filter((m) => m.projectNo !== null && !m.isScrapped);
  const orders = new Map<string, { all: number; late: number }>();
  for (const o of counted.orders) {
    const known = orders.get(o.projectNo) ?? { all: 0, late: 0 };
    orders.set(o.projectNo, { all: known.all + o.orders, late: known.late + o.late });
  }
  const byProject = byProjectOf(counts);
  // What is late needs eyes first; then by number, so that a project keeps its place.
  const trouble = new Map(
    [...byProject].map(([no, own]) => [no, sumOfMolds(own, "late") + (orders.get(no)?.late ?? 0)] as const),
  );
  const numbers = [...byProject.keys()].sort(
    (a, b) => (trouble.get(b) ?? 0) - (trouble.get(a) ?? 0) || a.localeCompare(b),
  );
  const pages = Math.max(1, Math.ceil(numbers.length / perPage));
  const page = (input.boardPage ?? 0) % pages;
  const shown = numbers.slice(page * perPage, (page + 1) * perPage);
  const [details, next, warnings, play] = await ctx.db.run(tenantId, [
    detailsSql(ctx, shown),
    nextMilestonesSql(ctx, shown),
    warningCountsSql(ctx, "project_no", shown),
    playTimeSql(ctx),
  ]);
  const projects = shown.map((no): BoardProject => {
    const own = byProject.get(no) ?? [];
    const d = details?.find((x) => x.no === no);
    const life = sumOfMolds(own, "life");
    return {
      PROJECT_NO: no,
      PROJECT_NAME: (d?.name ?? null) as string | null,
      ENGINE_NAME: (d?.oem ?? null) as string | null,
      MOLDS: sumOfMolds(own, "molds"),
      RUNNING: sumOfMolds(
        own.filter((c) => c.state === "running"),
        "molds",
      ),
      HANDED_OVER: sumOfMolds(own, "handed"),
      LATE: sumOfMolds(own, "late"),
      WARNINGS: countOf(warnings, no),
      ORDERS: orders.get(no)?.all ?? 0,
      LATE_ORDERS: orders.get(no)?.late ?? 0,
      SHOTS_TODAY: Number(d?.shots ?? 0),
      LIFE_USED: life > 0 ? Math.round((sumOfMolds(own, "made") / life) * 1000) / 10 : null,
      NEXT: milestonesOf(next?.filter((m) => m.no === no))[0] ?? null,
    };
  });
  const allOrders = [...orders.values()];
  return {
    PROJECT_COUNT: numbers.length,
    MOLDS: sumOfMolds(counts, "molds"),
    STATES: statesOf(counts),
    AGES: agesOf(counts),
    LATE: sumOfMolds(counts, "late"),
    ORDERS: allOrders.reduce((n, o) => n + o.all, 0),
    LATE_ORDERS: allOrders.reduce((n, o) => n + o.late, 0),
    PROJECTS: projects,
    PAGES: pages,
    PLAY_TIME: playTimeOf(play),
  };
});
