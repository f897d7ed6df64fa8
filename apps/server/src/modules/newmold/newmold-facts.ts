import { AppError } from "@shotkeeper/contract/kernel";
import { type MilestoneFacts, menuOfMilestone, type PlanFacts } from "@shotkeeper/contract/newmold";
import { type Ctx, may } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { dayText } from "../../kernel/zone.ts";
import { ofMoldScope } from "../basic/index.ts";

export const today = (ctx: Ctx): string => dayText(ctx.who.zone, ctx.now);

/** Plans of molds that the asker may see; a plant sees those that are to be handed over to it too. */
export function planScope(ctx: Ctx): Sql {
  const { scope, tenantId } = ctx.who;
  const own = ofMoldScope(ctx);
  if (scope.kind !== "plant") return own;
  return sql`(${own} or exists (select from new_mold_milestone h where h.tenant_id = ${tenantId} and h.mold_no = t.mold_no and h.handover_plant_id = ${scope.orgId}))`;
}

export function milestoneJoins(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`left join new_mold_plan p on p.tenant_id = ${id} and p.mold_no = t.mold_no
    left join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    left join organization maker on maker.tenant_id = ${id} and maker.org_id = m.maker_id
    left join organization taker on taker.tenant_id = ${id} and taker.org_id = t.handover_plant_id
    left join device d on d.tenant_id = ${id} and d.device_id = t.device_id
    left join binding b on b.tenant_id = ${id} and b.mold_id = m.mold_id and b.unbound_at is null
    left join counter_state cs on cs.tenant_id = ${id} and cs.counter_id = b.counter_id`;
}

/** What the ledger has counted of the mold m. */
const shots = "(m.opening_count + m.closed_shots + m.corrected_shots + coalesce(cs.bound_shots, 0))";
const planned = [
  "planOwner",
  "openingDate",
  "t0Date",
  "t1Date",
  "qualityDate",
  "handoverOn",
  "acceptanceDate",
  "contractNo",
  "contractTerms",
  "contractAmount",
  "acceptanceShots",
  "amountShare",
  "modificationTarget",
  "remark",
  "projectStat",
  "projectResult",
  "planNote",
  "approvedBy",
  "approvedAt",
] as const;
const ofMold = [
  "moldName",
  "plantId",
  "makerId",
  "projectNo",
  "projectName",
  "projectManager",
  "moldPm",
] as const;
const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const from = <N extends string>(alias: string, names: readonly N[]) =>
  Object.fromEntries(names.map((n) => [n, `${alias}.${snake(n)}`])) as Record<N, string>;

const others = (ctx: Ctx) =>
  sql`from new_mold_milestone x where x.tenant_id = ${ctx.who.tenantId} and x.mold_no = t.mold_no`;

export const milestoneColumns = {
  ...from("p", planned),
  ...from("m", ofMold),
  oemName: "oem.org_name",
  plantName: "plant.org_name",
  makerName: "maker.org_name",
  handoverPlantName: "taker.org_name",
  deviceName: "d.device_name",
  countTimes: shots,
  planUpdated: "p.updated_date",
  acceptanceAmount: "round(p.contract_amount * p.amount_share / 100, 2)",
  shotsReached: `round(least(100, ${shots} * 100.0 / p.acceptance_shots), 1)`,
  lateDays: (ctx: Ctx) =>
    sql`case when t.actual_date is null and p.project_result in (2, 3) then 0 else greatest(0, coalesce(t.actual_date, ${today(ctx)}::date) - t.first_plan_date) end`,
  isBehind: (ctx: Ctx) =>
    sql`(t.actual_date is null and p.project_result = 0 and t.planned_date < ${today(ctx)}::date)`,
  blockedBy: (ctx: Ctx) =>
    sql`(select x.milestone_code ${others(ctx)} and x.milestone_seq < t.milestone_seq and x.milestone_stat <> 2 order by x.milestone_seq limit 1)`,
  failedTrial: (ctx: Ctx) =>
    sql`(select case when x.trial_stat = 2 then x.milestone_code end ${others(ctx)} and x.milestone_kind = 2 order by x.milestone_seq desc limit 1)`,
  modificationCount: (ctx: Ctx) =>
    sql`(select count(*) from new_mold_modification x where x.tenant_id = ${ctx.who.tenantId} and x.mold_no = t.mold_no)`,
} as const;

/** Changes a row and writes its history, in one statement. */
export function change(
  ctx: Ctx,
  what: { readonly tab: string; readonly wire: string; readonly key: string },
  isIt: Sql,
  sets: Sql,
): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const row = sql`t.tenant_id = ${tenantId} and ${isIt}`;
  return sql`with old as (select to_jsonb(t) as before from ${sql.id(what.tab)} t where ${row}),
    done as (update ${sql.id(what.tab)} t set ${sets}, updated_by = ${userId}, updated_date = ${at} where ${row} returning to_jsonb(t) as after)
    ${logInto(ctx, "update", what.wire)} ${what.key}, old.before, done.after from old, done`;
}

export const changePlan = (ctx: Ctx, moldNo: string, sets: Sql) =>
  change(ctx, { tab: "new_mold_plan", wire: "NEW_MOLD_PLAN", key: moldNo }, sql`t.mold_no = ${moldNo}`, sets);
export const changeMilestone = (ctx: Ctx, moldNo: string, code: string, sets: Sql) =>
  change(
    ctx,
    { tab: "new_mold_milestone", wire: "NEW_MOLD_MILESTONE", key: `${moldNo}/${code}` },
    sql`t.mold_no = ${moldNo} and t.milestone_code = ${code}`,
    sets,
  );

/** The plan, locked until the end of the transaction; one that the asker may not see does not exist. */
export async function lockPlan(ctx: Ctx, tx: Tx, moldNo: string): Promise<PlanFacts> {
  const [row] = await tx.query(
    sql`select t.project_stat as "projectStat", t.project_result as "projectResult" from new_mold_plan t
      where t.tenant_id = ${tx.tenantId} and t.mold_no = ${moldNo} and ${planScope(ctx)} for update of t`,
  );
  if (!row) throw new AppError("S0202", "MOLD_NO");
  return row as unknown as PlanFacts;
}

export interface Milestone extends MilestoneFacts {
  readonly moldNo: string;
  readonly milestoneCode: string;
  readonly milestoneSeq: number;
  readonly milestoneKind: NonNullable<MilestoneFacts["milestoneKind"]>;
  readonly milestoneStat: NonNullable<MilestoneFacts["milestoneStat"]>;
  readonly firstPlanDate: string;
  readonly plannedDate: string;
  readonly actualDate: string | null;
}

const dayOf = (column: string) => sql.raw(`to_char(t.${column}, 'YYYY-MM-DD')`);

/** All milestones of a plan that is locked, in their order. */
export async function milestonesOf(ctx: Ctx, tx: Tx, moldNo: string): Promise<Milestone[]> {
  const c = milestoneColumns;
  return (await tx.query(
    sql`select t.mold_no as "moldNo", t.milestone_code as "milestoneCode", t.milestone_seq as "milestoneSeq", t.milestone_kind as "milestoneKind", t.milestone_stat as "milestoneStat",
        ${dayOf("first_plan_date")} as "firstPlanDate", ${dayOf("planned_date")} as "plannedDate", ${dayOf("actual_date")} as "actualDate",
        p.project_stat as "projectStat", p.project_result as "projectResult", t.trial_stat as "trialStat", t.accept_result as "acceptResult", t.handover_items as "handoverItems",
        t.given_by as "givenBy", t.taken_by as "takenBy", ${sql.raw(shots)}::float8 as "countTimes", p.acceptance_shots as "acceptanceShots",
        ${c.blockedBy(ctx)} as "blockedBy", ${c.failedTrial(ctx)} as "failedTrial"
      from new_mold_milestone t ${milestoneJoins(ctx)} where t.tenant_id = ${tx.tenantId} and t.mold_no = ${moldNo} order by t.milestone_seq`,
  )) as unknown as Milestone[];
}

/** One of them, and those it stands among; who has no right to its screen has none to it. */
export async function lockMilestone(ctx: Ctx, tx: Tx, moldNo: string, code: string) {
  await lockPlan(ctx, tx, moldNo);
  const all = await milestonesOf(ctx, tx, moldNo);
  const one = all.find((m) => m.milestoneCode === code);
  if (!one) throw new AppError("S0202", "MILESTONE_CODE");
  if (!may(ctx.who, menuOfMilestone[one.milestoneKind], "M")) throw new AppError("S0020");
  return { one, all };
}
