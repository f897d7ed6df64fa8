import { type MakerBoard, type MoldStage, makerBoard } from "@shotkeeper/contract/board";
import { AppError } from "@shotkeeper/contract/kernel";
import { orgType } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { dayText } from "../../kernel/zone.ts";
import { moldScope } from "../basic/index.ts";
import { countsOf, namesOf, statesOf, sumOfMolds } from "./counts.ts";
import { complianceOf, latestDays, sumOf } from "./days.ts";
import {
  agesOf,
  milestonesOf,
  milestonesSql,
  playTimeOf,
  playTimeSql,
  warningsOf,
  worstWarningsSql,
} from "./wall-parts.ts";

const complianceDays = 7;
const mostLines = 8;
const dayMs = 86_400_000;
const returnDays = 30;
const changeDays = 90;

/**
 * Returns as the indicator has them: those that are not over, and those of the last thirty days. The stay before each is
 * looked up for these alone, so that a mold's long past costs nothing.
 */
function returnsSql(ctx: Ctx, where: Sql): Sql {
  const id = ctx.who.tenantId;
  const since = sql`${new Date(ctx.now - returnDays * dayMs)}::timestamptz`;
  const makers = sql`(select o.org_id from organization o where o.tenant_id = ${id} and o.type = ${orgType.values.maker})`;
  return sql`select m.mold_no as "MOLD_NO", m.mold_name as "MOLD_NAME", s.stay_from as "SINCE", s.stay_to is null as open, s.stay_from >= ${since} as late,
      (select n.stay_reason from mold_return_note n where n.tenant_id = ${id} and n.mold_id = s.mold_id and n.stay_from >= s.stay_from and n.stay_from <= s.last_at limit 1) as "REASON"
    from (select * from mold_stay where tenant_id = ${id} and stay_to is null and org_id in ${makers}
        union all select * from mold_stay where tenant_id = ${id} and stay_to is not null and stay_from >= ${since} and org_id in ${makers}) s
    join mold m on m.tenant_id = ${id} and m.mold_id = s.mold_id
    cross join lateral (select b.org_id from mold_stay b join organization o on o.tenant_id = ${id} and o.org_id = b.org_id
      where b.tenant_id = ${id} and b.mold_id = s.mold_id and b.stay_from < s.stay_from order by b.stay_from desc limit 1) before
    where before.org_id <> s.org_id and ${moldScope(ctx, "m")} and ${where} order by s.stay_from desc`;
}

function changesSql(ctx: Ctx, where: Sql): Sql {
  const id = ctx.who.tenantId;
  const since = dayText(ctx.who.zone, ctx.now - changeDays * dayMs);
  return sql`select count(*) as n from new_mold_modification x join mold m on m.tenant_id = ${id} and m.mold_no = x.mold_no
    where x.tenant_id = ${id} and x.requested_on > ${since}::date and ${moldScope(ctx, "m")} and ${where}`;
}

function trialsSql(ctx: Ctx, where: Sql): Sql {
  const id = ctx.who.tenantId;
  return sql`select m.mold_no as "MOLD_NO", coalesce(x.started_at, x.trial_date) as "TRIAL_TIME", x.started_at is not null as "RUNNING", x.trial_reason as "REASON"
    from mold_trial x join mold m on m.tenant_id = ${id} and m.mold_no = x.mold_no
    where x.tenant_id = ${id} and x.ended_at is null and x.closed_at is null and ${moldScope(ctx, "m")} and ${where}
    order by (x.started_at is not null) desc, x.trial_date limit ${mostLines}`;
}

export const makerBoardImpl = handle(makerBoard, async (ctx, input): Promise<MakerBoard> => {
  const { tenantId, scope } = ctx.who;
  const makerId = input.makerId ?? (scope.kind === "maker" ? scope.orgId : null);
  const of = (alias: string) => (makerId === null ? sql`true` : sql`${sql.raw(alias)}.maker_id = ${makerId}`);
  const [{ molds: all }, days, [returns, changes, trials, milestones, warnings, play]] = await Promise.all([
    countsOf(ctx),
    latestDays(ctx, complianceDays),
    ctx.db.run(tenantId, [
      returnsSql(ctx, of("m")),
      changesSql(ctx, of("m")),
      trialsSql(ctx, of("m")),
      milestonesSql(ctx, of("t")),
      worstWarningsSql(ctx, of("m"), mostLines),
      playTimeSql(ctx),
    ]),
  ]);
  const makers = namesOf(all, (m) => [m.makerId, m.makerName]);
  const maker = makers.find((m) => m.ID === makerId) ?? null;
  if (input.makerId !== null && maker === null) throw new AppError("S0202", "MAKER_ID");
  const own = makerId === null ? all : all.filter((m) => m.makerId === makerId);
  const stage = (name: MoldStage) =>
    sumOfMolds(
      own.filter((m) => m.stage === name),
      "molds",
    );
  const slices = days.map((d) =>
    makerId === null ? d.slices : d.slices.filter((s) => s.makerId === makerId),
  );
  const back = returns ?? [];
  return {
    MAKER: maker,
    MAKERS: makers,
    MOLDS: sumOfMolds(own, "molds"),
    STATES: statesOf(own),
    STAGES: { building: stage("building"), trial: stage("trial"), handedOver: stage("handedOver") },
    AGES: agesOf(own.filter((m) => !m.isScrapped)),
    SHOTS_TODAY: sumOf(slices[0] ?? [], "shots"),
    COMPLIANCE: complianceOf(slices.flat()),
    RETURNS_30: back.filter((r) => r.late === true).length,
    CHANGES_90: Number(changes?.[0]?.n ?? 0),
    AT_MAKER: back
      .filter((r) => r.open === true)
      .slice(0, mostLines)
      .map(({ open: _open, late: _late, ...r }) => r) as unknown as MakerBoard["AT_MAKER"],
    TRIALS: (trials ?? []) as unknown as MakerBoard["TRIALS"],
    MILESTONES: milestonesOf(milestones),
    ...warningsOf(warnings),
    PLAY_TIME: playTimeOf(play),
  };
});
