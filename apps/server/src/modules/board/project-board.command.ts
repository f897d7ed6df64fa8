import { type BoardMilestone, type BoardProject, projectBoard } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { AnswerCache, keyOfScope } from "../../kernel/answer-cache.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { startOfDay } from "../../kernel/zone.ts";
import { moldScope } from "../mold/index.ts";
import { agesOf, nextMilestonesSql, playTimeOf, playTimeSql } from "./board-parts.ts";
import { byProject, countsOf, lifeUsedOf, statesOf, sumOfMolds, sumOfWarnings } from "./counts.ts";

/** Number of projects on one page of the board. More lines could not be read from a distance of five meters. */
const perPage = 7;

interface Details {
  readonly no: string;
  readonly name: string | null;
  readonly oem: string | null;
  readonly shots: number;
}

/** Parts of a page of the board that are cached, because they read all molds of its projects. */
interface CostlyPart {
  readonly details: readonly Details[];
  readonly next: readonly (BoardMilestone & { readonly projectNo: string })[];
}
/** Cache of the costly parts of the board, by scope of the user and projects. */
const cache = new AnswerCache<CostlyPart>();

/** Selects names and today's shots of the projects on the shown page of the board. */
function detailsSql(ctx: Ctx, projectNos: readonly string[], today: number) {
  const id = ctx.who.tenantId;
  return sql<Details>`select m.project_no as no,
      max(m.project_name) as name,
      max(o.org_name) as oem,
      sum((
        select coalesce(sum(h.shots), 0)
        from shot_hour h
        where h.tenant_id = ${id}
          and h.mold_id = m.mold_id
          and h.hour >= ${new Date(today)}::timestamptz))::bigint as shots
    from mold m
    left join organization o on o.tenant_id = ${id} and o.org_id = m.oem_id
    where m.tenant_id = ${id}
      and m.project_no = any(${projectNos})
      and m.archived_date is null
      and ${moldScope(ctx, "m")}
    group by 1`;
}

function costlyPartOf(ctx: Ctx, projectNos: readonly string[]): Promise<CostlyPart> {
  const today = startOfDay(ctx.who.zone, ctx.now);
  return cache.get(keyOfScope(ctx, projectNos, today), 1, async () => {
    const [details, next] = await ctx.db.run(ctx.who.tenantId, [
      detailsSql(ctx, projectNos, today),
      nextMilestonesSql(ctx, projectNos),
    ]);
    return { details, next };
  });
}

export const projectBoardImpl = handle(projectBoard, async (ctx, input) => {
  const { tenantId } = ctx.who;
  const all = await countsOf(ctx);
  const molds = all.molds.filter((m) => m.projectNo !== null && !m.isScrapped);
  const orders = new Map<string, { all: number; late: number }>();
  for (const o of all.orders) {
    const known = orders.get(o.projectNo) ?? { all: 0, late: 0 };
    orders.set(o.projectNo, { all: known.all + o.orders, late: known.late + o.late });
  }
  const projects = byProject(molds);
  // Sorts the projects by the number of their late molds and late orders, the largest number first. Projects with equal
  // numbers are sorted by project number, so that their order is stable.
  const late = new Map(
    [...projects].map(([no, own]) => [no, sumOfMolds(own, "late") + (orders.get(no)?.late ?? 0)] as const),
  );
  const numbers = [...projects.keys()].sort(
    (a, b) => (late.get(b) ?? 0) - (late.get(a) ?? 0) || a.localeCompare(b),
  );
  const pages = Math.max(1, Math.ceil(numbers.length / perPage));
  const page = (input.boardPage ?? 0) % pages;
  const shown = numbers.slice(page * perPage, (page + 1) * perPage);
  const [{ details, next }, [play]] = await Promise.all([
    costlyPartOf(ctx, shown),
    ctx.db.run(tenantId, [playTimeSql(ctx)]),
  ]);
  const projectOf = (no: string): BoardProject => {
    const own = projects.get(no) ?? [];
    const found = details.find((d) => d.no === no);
    return {
      projectNo: no,
      projectName: found?.name ?? null,
      oemName: found?.oem ?? null,
      molds: sumOfMolds(own, "molds"),
      running: sumOfMolds(
        own.filter((m) => m.state === liveState.values.running),
        "molds",
      ),
      handedOver: sumOfMolds(own, "handedOver"),
      late: sumOfMolds(own, "late"),
      warnings: sumOfWarnings(all.warnings.filter((w) => w.projectNo === no)),
      orders: orders.get(no)?.all ?? 0,
      lateOrders: orders.get(no)?.late ?? 0,
      shotsToday: found?.shots ?? 0,
      lifeUsed: lifeUsedOf(own),
      next: next.find((m) => m.projectNo === no) ?? null,
    };
  };
  const allOrders = [...orders.values()];
  return {
    projectCount: numbers.length,
    molds: sumOfMolds(molds, "molds"),
    states: statesOf(molds),
    ages: agesOf(molds),
    late: sumOfMolds(molds, "late"),
    orders: allOrders.reduce((n, o) => n + o.all, 0),
    lateOrders: allOrders.reduce((n, o) => n + o.late, 0),
    projects: shown.map(projectOf),
    pages,
    playTime: playTimeOf(play),
  };
});
