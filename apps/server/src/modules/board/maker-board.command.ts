import { type MakerBoard, type MoldStage, makerBoard } from "@shotkeeper/contract/board";
import { AppError } from "@shotkeeper/contract/kernel";
import { orgType } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { liveStateSql, moldScope } from "../basic/index.ts";
import { stateFrom, statesOf } from "./counts.ts";
import { complianceOf, latestDays, sumOf } from "./days.ts";
import {
  ageSql,
  agesOf,
  milestonesOf,
  milestonesSql,
  playTimeOf,
  playTimeSql,
  today,
  warningsOf,
  worstWarningsSql,
} from "./wall-parts.ts";

const complianceDays = 7;
const mostLines = 8;
/** A mold is new for so long after its handover. */
const newMonths = 6;

interface Count {
  readonly maker: string | null;
  readonly name: string | null;
  readonly state: string;
  readonly age: number;
  readonly stage: MoldStage | null;
  readonly molds: number;
}

const stageSql = (
  ctx: Ctx,
): Sql => sql`case when t.service_state = 4 then null when t.planned_t0 > ${today(ctx)} then 'building'
  when t.handover_date > ${today(ctx)} then 'trial' when t.handover_date > ${today(ctx)} - make_interval(months => ${newMonths}) then 'handedOver' end`;

/** Molds by maker, state, age and stage. */
function countsSql(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`select x.*, o.org_name as name from (
      select t.maker_id as maker, ${liveStateSql(ctx)} as state, ${ageSql(ctx)} as age, ${stageSql(ctx)} as stage, count(*) as molds
      from ${stateFrom(ctx)} where t.tenant_id = ${id} and ${moldScope(ctx)} group by 1, 2, 3, 4) x
    left join organization o on o.tenant_id = ${id} and o.org_id = x.maker order by o.org_name, x.maker`;
}

/** Molds that are at a maker's and do not belong there, and how many came in the last thirty days. */
function returnsSql(ctx: Ctx, where: Sql): Sql {
  const id = ctx.who.tenantId;
  return sql`select m.mold_no as "MOLD_NO", m.mold_name as "MOLD_NAME", s.stay_from as "SINCE", s.stay_to is null as open,
      (select n.stay_reason from mold_return_note n where n.tenant_id = ${id} and n.mold_id = s.mold_id and n.stay_from >= s.stay_from and n.stay_from <= s.last_at limit 1) as "REASON"
    from mold_stay s join mold m on m.tenant_id = ${id} and m.mold_id = s.mold_id
    join organization o on o.tenant_id = ${id} and o.org_id = s.org_id and o.type = ${orgType.values.maker}
    where s.tenant_id = ${id} and (s.stay_to is null or s.stay_from >= ${new Date(ctx.now - 30 * 86_400_000)}::timestamptz)
      and exists (select from mold_stay e where e.tenant_id = ${id} and e.mold_id = s.mold_id and e.stay_from < s.stay_from) and ${moldScope(ctx, "m")} and ${where}
    order by s.stay_from desc`;
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
  const [days, [counts, returns, trials, milestones, warnings, play]] = await Promise.all([
    latestDays(ctx, complianceDays),
    ctx.db.run(tenantId, [
      countsSql(ctx),
      returnsSql(ctx, of("m")),
      trialsSql(ctx, of("m")),
      milestonesSql(ctx, of("t")),
      worstWarningsSql(ctx, of("m"), mostLines),
      playTimeSql(ctx),
    ]),
  ]);
  const all = (counts ?? []) as unknown as readonly Count[];
  const makers = [
    ...new Map(all.flatMap((c) => (c.maker === null ? [] : [[c.maker, c.name ?? c.maker] as const]))),
  ].map(([ID, NAME]) => ({ ID, NAME }));
  const maker = makers.find((m) => m.ID === makerId) ?? null;
  if (input.makerId !== null && maker === null) throw new AppError("S0202", "MAKER_ID");
  const own = makerId === null ? all : all.filter((c) => c.maker === makerId);
  const serving = own.filter((c) => c.state !== "scrapped");
  const sum = (rows: readonly Count[]) => rows.reduce((n, r) => n + Number(r.molds), 0);
  const stage = (name: MoldStage) => sum(own.filter((c) => c.stage === name));
  const slices = days.map((d) =>
    makerId === null ? d.slices : d.slices.filter((s) => s.makerId === makerId),
  );
  const back = returns ?? [];
  return {
    MAKER: maker,
    MAKERS: makers,
    MOLDS: sum(own),
    STATES: statesOf(own),
    STAGES: { building: stage("building"), trial: stage("trial"), handedOver: stage("handedOver") },
    AGES: agesOf(serving),
    SHOTS_TODAY: sumOf(slices[0] ?? [], "shots"),
    COMPLIANCE: complianceOf(slices.flat()),
    RETURNS_30: back.filter((r) => Date.parse(String(r.SINCE)) >= ctx.now - 30 * 86_400_000).length,
    AT_MAKER: back
      .filter((r) => r.open === true)
      .slice(0, mostLines)
      .map(({ open: _open, ...r }) => r) as unknown as MakerBoard["AT_MAKER"],
    TRIALS: (trials ?? []) as unknown as MakerBoard["TRIALS"],
    MILESTONES: milestonesOf(milestones),
    ...warningsOf(warnings),
    PLAY_TIME: playTimeOf(play),
  };
});
