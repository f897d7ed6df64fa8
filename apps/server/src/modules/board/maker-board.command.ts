import { type MakerBoard, type MoldStage, makerBoard } from "@shotkeeper/contract/board";
import { errors } from "@shotkeeper/contract/kernel";
import { orgType } from "@shotkeeper/contract/system";
import { AnswerCache, keyOfScope } from "../../kernel/answer-cache.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { dayText } from "../../kernel/zone.ts";
import { moldScope } from "../mold/index.ts";
import {
  agesOf,
  type MilestoneRow,
  milestonesSql,
  playTimeOf,
  playTimeSql,
  totalOf,
  worstWarningsSql,
} from "./board-parts.ts";
import { countBeside, countsOf, organizationsOf, statesOf, sumOfMolds, sumOfWarnings } from "./counts.ts";
import { complianceOf, latestDays, sumOf } from "./days.ts";

const complianceDays = 7;
const maxLines = 8;
const dayMs = 86_400_000;
const returnDays = 30;
const changeDays = 90;

type ReturnRow = MakerBoard["atMaker"][number] & {
  /** True if the mold is still at the maker. */
  readonly isOpen: boolean;
  /** True if the return to the maker began in the last thirty days. */
  readonly isRecent: boolean;
};

/** Parts of a board that are cached, because they read many molds. */
interface CostlyPart {
  readonly returns: readonly ReturnRow[];
  readonly milestones: readonly MilestoneRow[];
}
/** Cache of the costly parts of the board, by scope of the user and maker. */
const cache = new AnswerCache<CostlyPart>();

/**
 * Selects the returns of molds to a maker: those that are still open and those of the last thirty days. A return is
 * defined as in the indicator "Returns to the maker": the mold was at another place before.
 */
function returnsSql(ctx: Ctx, where: Sql): Sql<ReturnRow> {
  const id = ctx.who.tenantId;
  const since = sql`${new Date(ctx.now - returnDays * dayMs)}::timestamptz`;
  // An array of makers lets PostgreSQL search the index of open visits. With a join, it would read all visits.
  const makers = sql`any(array(
    select o.org_id from organization o where o.tenant_id = ${id} and o.type = ${orgType.values.maker}))`;
  const visits = (open: Sql) => sql`select mold_id, org_id, visit_from, visit_to, last_at
    from mold_visit
    where tenant_id = ${id} and ${open} and org_id = ${makers} and before_id <> org_id`;
  return sql<ReturnRow>`select m.mold_no as "moldNo",
      m.mold_name as "moldName",
      s.visit_from as since,
      s.visit_to is null as "isOpen",
      s.visit_from >= ${since} as "isRecent",
      (
        select n.visit_reason
        from mold_return_note n
        where n.tenant_id = ${id}
          and n.mold_id = s.mold_id
          and n.visit_from >= s.visit_from
          and n.visit_from <= s.last_at
        limit 1) as reason
    from (
      ${visits(sql`visit_to is null`)}
      union all
      ${visits(sql`visit_to is not null and visit_from >= ${since}`)}) s
    join mold m on m.tenant_id = ${id} and m.mold_id = s.mold_id
    where m.archived_date is null and ${moldScope(ctx, "m")} and ${where}
    order by s.visit_from desc`;
}

function changesSql(ctx: Ctx, where: Sql) {
  const id = ctx.who.tenantId;
  const since = dayText(ctx.who.zone, ctx.now - changeDays * dayMs);
  return sql<{ n: number }>`select count(*) as n
    from new_mold_modification x
    join mold m on m.tenant_id = ${id} and m.mold_no = x.mold_no
    where x.tenant_id = ${id} and x.requested_on > ${since}::date
      and m.archived_date is null and ${moldScope(ctx, "m")} and ${where}`;
}

function trialsSql(ctx: Ctx, where: Sql) {
  const id = ctx.who.tenantId;
  return sql<MakerBoard["trials"][number] & { readonly total: number }>`select m.mold_no as "moldNo",
      count(*) over () as total,
      coalesce(x.started_at, x.trial_date) as "trialTime",
      x.started_at is not null as running,
      x.trial_reason as reason
    from mold_trial x
    join mold m on m.tenant_id = ${id} and m.mold_no = x.mold_no
    where x.tenant_id = ${id}
      and x.ended_at is null
      and x.closed_at is null
      and m.archived_date is null
      and ${moldScope(ctx, "m")}
      and ${where}
    order by (x.started_at is not null) desc, x.trial_date
    limit ${maxLines}`;
}

const costlyPartOf = (
  ctx: Ctx,
  makerId: string | null,
  ofMaker: (alias: "m" | "t") => Sql,
): Promise<CostlyPart> =>
  cache.get(keyOfScope(ctx, makerId, dayText(ctx.who.zone, ctx.now)), 1, async () => {
    const [returns, milestones] = await ctx.db.run(ctx.who.tenantId, [
      returnsSql(ctx, ofMaker("m")),
      milestonesSql(ctx, ofMaker("t")),
    ]);
    return { returns, milestones };
  });

export const makerBoardImpl = handle(makerBoard, async (ctx, input) => {
  const { tenantId, scope } = ctx.who;
  const makerId = input.makerId ?? (scope.kind === "maker" ? scope.orgId : null);
  const ofMaker = (alias: "m" | "t") =>
    makerId === null ? sql`true` : sql`${sql.raw(alias)}.maker_id = ${makerId}`;
  const [
    { molds: all, warnings: allWarnings },
    days,
    { returns, milestones },
    [changes, trials, warnings, play],
  ] = await Promise.all([
    countsOf(ctx),
    latestDays(ctx, complianceDays),
    costlyPartOf(ctx, makerId, ofMaker),
    ctx.db.run(tenantId, [
      changesSql(ctx, ofMaker("m")),
      trialsSql(ctx, ofMaker("m")),
      worstWarningsSql(ctx, ofMaker("m"), maxLines),
      playTimeSql(ctx),
    ]),
  ]);
  const makers = organizationsOf(all, (m) => [m.makerId, m.makerName]);
  const maker = makers.find((m) => m.id === makerId) ?? null;
  if (input.makerId !== null && maker === null) throw errors.unknownReference("makerId");
  const molds = makerId === null ? all : all.filter((m) => m.makerId === makerId);
  const stage = (name: MoldStage) =>
    sumOfMolds(
      molds.filter((m) => m.stage === name),
      "molds",
    );
  const figures = days.map((d) =>
    makerId === null ? d.figures : d.figures.filter((f) => f.makerId === makerId),
  );
  return {
    maker,
    makers,
    molds: sumOfMolds(molds, "molds"),
    states: statesOf(molds),
    stages: { building: stage("building"), trial: stage("trial"), handedOver: stage("handedOver") },
    ages: agesOf(molds.filter((m) => !m.isScrapped)),
    shotsToday: sumOf(figures[0] ?? [], "shots"),
    compliance: complianceOf(figures.flat()),
    recentReturns: returns.filter((r) => r.isRecent).length,
    recentChanges: changes[0]?.n ?? 0,
    atMaker: returns.filter((r) => r.isOpen).slice(0, maxLines),
    atMakerCount: returns.filter((r) => r.isOpen).length,
    trials,
    trialCount: totalOf(trials),
    milestones,
    milestoneCount: totalOf(milestones),
    warnings,
    warningCount: countBeside(
      warnings,
      maxLines,
      sumOfWarnings(makerId === null ? allWarnings : allWarnings.filter((w) => w.makerId === makerId)),
    ),
    playTime: playTimeOf(play),
  };
});
