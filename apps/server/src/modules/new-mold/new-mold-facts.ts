import { projectResult, trialStat } from "@shotkeeper/contract/enumerations";
import { errors, snake } from "@shotkeeper/contract/kernel";
import {
  type MilestoneFacts,
  menuOfMilestone,
  milestoneKind,
  milestoneStat,
  type PlanFacts,
} from "@shotkeeper/contract/new-mold";
import { type Ctx, may } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type Joins, joinsOf } from "../../kernel/joins.ts";
import { logInto } from "../../kernel/log.ts";
import { personName } from "../../kernel/person-name.ts";
import { progressOf } from "../../kernel/progress.ts";
import { dayText } from "../../kernel/zone.ts";
import { ofMoldScope, totalShotsOf } from "../mold/index.ts";

/** Returns today's date in the tenant's time zone, YYYY-MM-DD. */
export const today = (ctx: Ctx): string => dayText(ctx.who.zone, ctx.now);

/**
 * SQL condition: the caller may see the row of a plan with alias `t`. The mold is in the caller's scope, or will be
 * handed over to the caller's plant.
 */
export function planScope(ctx: Ctx): Sql {
  const { scope, tenantId } = ctx.who;
  const inScope = ofMoldScope(ctx);
  if (scope.kind !== "plant") return inScope;
  return sql`(${inScope} or exists (
    select
    from new_mold_milestone h
    where h.tenant_id = ${tenantId} and h.mold_no = t.mold_no and h.handover_plant_id = ${scope.orgId}
  ))`;
}

/**
 * Returns the joins of a milestone (alias `t`). Aliases: `p` plan, `m` mold, `d` machine, `cs` state of the bound
 * counter, plus the mold's organizations.
 */
export function milestoneJoins(ctx: Ctx): Joins {
  const id = ctx.who.tenantId;
  return {
    p: sql`left join new_mold_plan p on p.tenant_id = ${id} and p.mold_no = t.mold_no`,
    m: sql`left join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no`,
    oem: sql`left join organization oem on oem.tenant_id = ${id} and oem.org_id = m.oem_id`,
    plant: sql`left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id`,
    maker: sql`left join organization maker on maker.tenant_id = ${id} and maker.org_id = m.maker_id`,
    taker: sql`left join organization taker on taker.tenant_id = ${id} and taker.org_id = t.handover_plant_id`,
    d: sql`left join device d on d.tenant_id = ${id} and d.device_id = t.device_id`,
    b: sql`left join binding b on b.tenant_id = ${id} and b.mold_id = m.mold_id and b.unbound_at is null`,
    cs: sql`left join counter_state cs on cs.tenant_id = ${id} and cs.counter_id = b.counter_id`,
  };
}

/** SQL expression: total of the mold with alias `m`. */
const shots = totalShotsOf("m", "cs");
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
  "reviewedBy",
  "approvedBy",
  "approvedAt",
] as const;
const ofMold = [
  "moldName",
  "oemId",
  "plantId",
  "makerId",
  "projectNo",
  "projectName",
  "projectManager",
  "moldPm",
] as const;
const from = <N extends string>(alias: string, names: readonly N[]) =>
  Object.fromEntries(names.map((n) => [n, `${alias}.${snake(n)}`])) as Record<N, string>;

const ofSamePlan = (ctx: Ctx) =>
  sql`from new_mold_milestone x
      where x.tenant_id = ${ctx.who.tenantId} and x.mold_no = t.mold_no`;
const { unknown, cancelled, moldCast } = projectResult.values;

export const milestoneColumns = {
  ...from("p", planned),
  ...from("m", ofMold),
  oemName: "oem.org_name",
  plantName: "plant.org_name",
  makerName: "maker.org_name",
  handoverPlantName: "taker.org_name",
  deviceName: "d.device_name",
  givenByName: personName("t.given_by"),
  takenByName: personName("t.taken_by"),
  countTimes: shots,
  planUpdated: "p.updated_date",
  acceptanceAmount: "round(p.contract_amount * p.amount_share / 100, 2)",
  shotsReached: progressOf(`least(${shots}, p.acceptance_shots)`, "p.acceptance_shots"),
  lateDays: (ctx: Ctx) =>
    sql`case
      when t.actual_date is null and p.project_result in (${sql.constant(cancelled)}, ${sql.constant(moldCast)}) then 0
      else greatest(0, coalesce(t.actual_date, ${today(ctx)}::date) - t.first_plan_date) end`,
  isBehind: (ctx: Ctx) =>
    sql`(
      t.actual_date is null
      and p.project_result = ${sql.constant(unknown)}
      and t.planned_date < ${today(ctx)}::date
    )`,
  blockedBy: (ctx: Ctx) =>
    sql`(
      select x.milestone_code
      ${ofSamePlan(ctx)}
        and x.milestone_seq < t.milestone_seq
        and x.milestone_stat <> ${sql.constant(milestoneStat.values.confirmed)}
      order by x.milestone_seq
      limit 1
    )`,
  failedTrial: (ctx: Ctx) =>
    sql`(
      select case when x.trial_stat = ${sql.constant(trialStat.values.failed)} then x.milestone_code end
      ${ofSamePlan(ctx)} and x.milestone_kind = ${sql.constant(milestoneKind.values.trial)}
      order by x.milestone_seq desc
      limit 1
    )`,
  modificationCount: (ctx: Ctx) =>
    sql`(
      select count(*) from new_mold_modification x where x.tenant_id = ${ctx.who.tenantId} and x.mold_no = t.mold_no
    )`,
} as const;

/**
 * Returns one statement that updates a row (alias `t`) and writes the log entry. `isRow`: condition that selects the
 * row.
 */
export function update(
  ctx: Ctx,
  target: { readonly table: string; readonly wire: string; readonly key: string },
  isRow: Sql,
  sets: Sql,
): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const table = sql.id(target.table);
  const where = sql`t.tenant_id = ${tenantId} and ${isRow}`;
  return sql`with old as (select to_jsonb(t) as before from ${table} t where ${where}),
    done as (
      update ${table} t set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where ${where}
      returning app_row(t) as after
    )
    ${logInto(ctx, "update", target.wire)} ${target.key}, old.before, done.after from old, done returning 1`;
}

export const updatePlan = (ctx: Ctx, moldNo: string, sets: Sql) =>
  update(
    ctx,
    { table: "new_mold_plan", wire: "NEW_MOLD_PLAN", key: moldNo },
    sql`t.mold_no = ${moldNo}`,
    sets,
  );
export const updateMilestone = (ctx: Ctx, moldNo: string, code: string, sets: Sql) =>
  update(
    ctx,
    { table: "new_mold_milestone", wire: "NEW_MOLD_MILESTONE", key: `${moldNo}/${code}` },
    sql`t.mold_no = ${moldNo} and t.milestone_code = ${code}`,
    sets,
  );

/** Locks a plan until the end of the transaction. Throws if the plan is outside the caller's scope. */
export async function lockPlan(ctx: Ctx, tx: Tx, moldNo: string): Promise<PlanFacts> {
  const [row] = await tx.query(
    sql<PlanFacts>`select t.project_stat as "projectStat", t.project_result as "projectResult"
      from new_mold_plan t
      where t.tenant_id = ${tx.tenantId} and t.mold_no = ${moldNo} and ${planScope(ctx)}
      for update of t`,
  );
  if (!row) throw errors.unknownReference("moldNo");
  return row;
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

/** Returns all milestones of a plan, in the order of the plan. */
export async function milestonesOf(ctx: Ctx, tx: Tx, moldNo: string): Promise<Milestone[]> {
  const c = milestoneColumns;
  return tx.query(
    sql<Milestone>`select t.mold_no as "moldNo", t.milestone_code as "milestoneCode", t.milestone_seq as "milestoneSeq",
        t.milestone_kind as "milestoneKind", t.milestone_stat as "milestoneStat",
        t.first_plan_date as "firstPlanDate", t.planned_date as "plannedDate", t.actual_date as "actualDate",
        p.project_stat as "projectStat", p.project_result as "projectResult",
        t.trial_stat as "trialStat", t.accept_result as "acceptResult", t.handover_items as "handoverItems",
        t.given_by as "givenBy", t.taken_by as "takenBy",
        ${sql.raw(shots)} as "countTimes", p.acceptance_shots as "acceptanceShots",
        ${c.blockedBy(ctx)} as "blockedBy", ${c.failedTrial(ctx)} as "failedTrial"
      from new_mold_milestone t
      ${joinsOf(milestoneJoins(ctx))}
      where t.tenant_id = ${tx.tenantId} and t.mold_no = ${moldNo}
      order by t.milestone_seq`,
  );
}

/**
 * Locks the plan of a milestone. Returns the milestone (`one`) and all milestones of the plan (`all`). Throws if the
 * caller may not change milestones of this kind.
 */
export async function lockMilestone(ctx: Ctx, tx: Tx, moldNo: string, code: string) {
  await lockPlan(ctx, tx, moldNo);
  const all = await milestonesOf(ctx, tx, moldNo);
  const one = all.find((m) => m.milestoneCode === code);
  if (!one) throw errors.unknownReference("milestoneCode");
  if (!may(ctx.who, menuOfMilestone[one.milestoneKind], "M")) throw errors.forbidden();
  return { one, all };
}
