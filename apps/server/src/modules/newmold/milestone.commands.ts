import { trialStat } from "@shotkeeper/contract/enumerations";
import { AppError, type CommandInput } from "@shotkeeper/contract/kernel";
import {
  addNewTrial,
  confirmMilestone,
  type HandoverItem,
  handoverSide,
  type MilestoneStep,
  milestoneKind,
  milestoneSteps,
  newMoldMilestone,
  readHandoverItems,
  refuseMilestoneStep,
  refuseNextTrial,
  refuseSign,
  replanMilestone,
  reportMilestone,
  returnMilestone,
  signHandover,
} from "@shotkeeper/contract/newmold";
import { readParameters } from "@shotkeeper/contract/trial";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { afterConfirm, nextTrial } from "./after-confirm.ts";
import {
  changeMilestone,
  lockMilestone,
  lockPlan,
  type Milestone,
  milestonesOf,
  today,
} from "./newmold-facts.ts";

const kind = milestoneKind.values;
interface Key {
  readonly moldNo: string;
  readonly milestoneCode: string;
}
interface Taken {
  readonly sets: Sql;
  readonly also?: readonly Sql[];
}
type Work = (m: Milestone, all: readonly Milestone[], tx: Tx) => Taken | Promise<Taken>;

async function take(ctx: Ctx, step: MilestoneStep, key: Key, work: Work) {
  const { moldNo, milestoneCode } = key;
  await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const { one, all } = await lockMilestone(ctx, tx, moldNo, milestoneCode);
    const refusal = refuseMilestoneStep(step, one);
    if (refusal) throw new AppError(refusal.code, refusal.arg);
    const { to } = milestoneSteps[step];
    const { sets, also = [] } = await work(one, all, tx);
    const stat = to === undefined ? sets : sql`milestone_stat = ${to}, ${sets}`;
    await tx.all([changeMilestone(ctx, moldNo, milestoneCode, stat), ...also]);
  });
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
  return { MOLD_NO: moldNo, MILESTONE_CODE: milestoneCode };
}

type Report = CommandInput<typeof reportMilestone>;

/** What every kind of milestone must say, beside what its own kind must. */
function checkReport(ctx: Ctx, input: Report, m: Milestone, all: readonly Milestone[]): void {
  const { actualDate } = input;
  if (actualDate > today(ctx)) throw new AppError("S0200", "ACTUAL_DATE");
  const before = all.filter((x) => x.milestoneSeq < m.milestoneSeq).at(-1)?.actualDate;
  if (before && actualDate < before) throw new AppError("S0359", "ACTUAL_DATE");
  if (actualDate > m.firstPlanDate && input.delayReason === null) throw new AppError("S0007", "DELAY_REASON");
  const isTrial = m.milestoneKind === kind.t0 || m.milestoneKind === kind.trial;
  if (isTrial && input.trialStat === null) throw new AppError("S0007", "TRIAL_STAT");
  const isJudged = m.milestoneKind === kind.quality || m.milestoneKind === kind.acceptance;
  if (isJudged && input.acceptResult === null) throw new AppError("S0007", "ACCEPT_RESULT");
  if (m.milestoneKind === kind.handover && input.handoverPlantId === null)
    throw new AppError("S0007", "HANDOVER_PLANT_ID");
}

async function checkReferences(ctx: Ctx, tx: Tx, input: Report): Promise<void> {
  const { tenantId } = ctx.who;
  const { deviceId, handoverPlantId } = input;
  const [known] = await tx.query<{ device: boolean; plant: boolean }>(
    sql`select exists (select from device where tenant_id = ${tenantId} and device_id = ${deviceId ?? ""}) as device,
      exists (select from organization where tenant_id = ${tenantId} and org_id = ${handoverPlantId ?? ""} and type = 'plant') as plant`,
  );
  if (deviceId !== null && !known?.device) throw new AppError("S0202", "DEV_ID");
  if (handoverPlantId !== null && !known?.plant) throw new AppError("S0202", "HANDOVER_PLANT_ID");
}

/** A document of the pack is one that was hung on this milestone: who may see the one may see the other. */
async function checkDocuments(ctx: Ctx, tx: Tx, key: Key, items: readonly HandoverItem[]): Promise<void> {
  const paths = [...new Set(items.flatMap((i) => i.filePath ?? []))];
  if (paths.length === 0) return;
  const [known] = await tx.query<{ n: number }>(
    sql`select count(*)::int as n from file_info where tenant_id = ${ctx.who.tenantId} and file_path = any(${paths})
      and owner_table = ${newMoldMilestone.wire} and owner_id = ${`${key.moldNo}/${key.milestoneCode}`}`,
  );
  if (known?.n !== paths.length) throw new AppError("S0202", "HANDOVER_ITEMS");
}

const list = (value: unknown, read: readonly unknown[] | undefined, wire: string, column: string): Sql => {
  if (read === undefined) throw new AppError("S0200", wire);
  return value === null ? sql.raw(column) : sql`${JSON.stringify(read)}::jsonb`;
};

const report = handle(reportMilestone, (ctx, input) =>
  take(ctx, "report", input, async (m, all, tx) => {
    checkReport(ctx, input, m, all);
    await checkReferences(ctx, tx, input);
    const settings = list(input.parameters, readParameters(input.parameters), "PARAMETERS", "parameters");
    const pack = readHandoverItems(input.handoverItems);
    const items = list(input.handoverItems, pack, "HANDOVER_ITEMS", "handover_items");
    await checkDocuments(ctx, tx, input, pack ?? []);
    const isTrial = m.milestoneKind === kind.t0 || m.milestoneKind === kind.trial;
    // What both have signed is what was said before: said anew, it is signed anew.
    return {
      sets: sql`actual_date = ${input.actualDate}::date, delay_reason = ${input.delayReason}, trial_stat = ${isTrial ? input.trialStat : null}, accept_result = ${isTrial ? null : input.acceptResult},
        milestone_note = ${input.milestoneNote}, image_url = ${input.imageUrl}, device_id = ${input.deviceId}, raw_material = ${input.rawMaterial}, parameters = ${settings},
        sample_count = ${input.sampleCount}, sample_note = ${input.sampleNote}, next_action = ${input.nextAction}, dimension_note = ${input.dimensionNote}, appearance_note = ${input.appearanceNote},
        sample_report = ${input.sampleReport}, handover_plant_id = ${input.handoverPlantId}, handover_items = ${items}, given_by = null, given_at = null, taken_by = null, taken_at = null,
        reported_by = ${ctx.who.userId}, reported_at = ${new Date(ctx.now)}, return_reason = null`,
    };
  }),
);

const confirm = handle(confirmMilestone, (ctx, input) =>
  take(ctx, "confirm", input, (m, all) => {
    const { nextTrialDate } = input;
    const hasFailed = m.milestoneKind === kind.trial && m.trialStat === trialStat.values.failed;
    if (nextTrialDate !== null && (!hasFailed || nextTrialDate < (m.actualDate ?? "")))
      throw new AppError("S0200", "NEXT_TRIAL_DATE");
    return {
      sets: sql`confirmed_by = ${ctx.who.userId}, confirmed_at = ${new Date(ctx.now)}`,
      also: [
        ...afterConfirm(ctx, m),
        ...(nextTrialDate === null ? [] : nextTrial(ctx, all, nextTrialDate, null).statements),
      ],
    };
  }),
);

const sendBack = handle(returnMilestone, (ctx, input) =>
  take(ctx, "sendBack", input, () => ({
    sets: sql`return_reason = ${input.returnReason}, return_count = return_count + 1, actual_date = null, reported_by = null, reported_at = null,
      given_by = null, given_at = null, taken_by = null, taken_at = null`,
  })),
);

const dayMs = 86_400_000;
const moved = (day: string, by: number) => new Date(Date.parse(day) + by).toISOString().slice(0, 10);

const replan = handle(replanMilestone, (ctx, input) =>
  take(ctx, "replan", input, (m, all) => {
    const { plannedDate, delayReason, milestoneOwner } = input;
    if (plannedDate > m.firstPlanDate && delayReason === null) throw new AppError("S0007", "DELAY_REASON");
    const by = Math.round((Date.parse(plannedDate) - Date.parse(m.plannedDate)) / dayMs) * dayMs;
    const rest = all.filter((x) => x.milestoneSeq > m.milestoneSeq);
    const before = all.filter((x) => x.milestoneSeq < m.milestoneSeq).at(-1);
    const next = rest[0];
    const nextDay = next && (input.shiftRest ? moved(next.plannedDate, by) : next.plannedDate);
    if (before && plannedDate < (before.actualDate ?? before.plannedDate))
      throw new AppError("S0359", "PLANNED_DATE");
    if (nextDay !== undefined && plannedDate > nextDay) throw new AppError("S0359", "PLANNED_DATE");
    const days = by / dayMs;
    return {
      sets: sql`planned_date = ${plannedDate}::date, milestone_owner = ${milestoneOwner}, delay_reason = coalesce(${delayReason}, delay_reason), replan_count = replan_count + 1`,
      also: input.shiftRest
        ? rest.map((x) =>
            changeMilestone(
              ctx,
              x.moldNo,
              x.milestoneCode,
              sql`planned_date = planned_date + ${days}::int, replan_count = replan_count + 1`,
            ),
          )
        : [],
    };
  }),
);

const add = handle(addNewTrial, async (ctx, { moldNo, plannedDate, milestoneOwner }) => {
  const code = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const plan = await lockPlan(ctx, tx, moldNo);
    const all = await milestonesOf(ctx, tx, moldNo);
    const last = all.filter((m) => m.milestoneKind === kind.trial).at(-1);
    const quality = all.find((m) => m.milestoneKind === kind.quality);
    if (!last || !quality) throw new AppError("S0202", "MOLD_NO");
    const refusal = refuseNextTrial(plan, last.milestoneStat, quality.milestoneStat);
    if (refusal) throw new AppError(refusal.code, refusal.arg);
    if (plannedDate < (last.actualDate ?? last.plannedDate)) throw new AppError("S0359", "PLANNED_DATE");
    const next = nextTrial(ctx, all, plannedDate, milestoneOwner);
    await tx.all(next.statements);
    return next.code;
  });
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
  return { MOLD_NO: moldNo, MILESTONE_CODE: code };
});

const sign = handle(signHandover, async (ctx, { moldNo, handoverSide: side }) => {
  const { tenantId, userId, scope } = ctx.who;
  const isGiver = side === handoverSide.values.giver;
  // Who made the mold gives it away; nobody else does, and he does not take it.
  if (scope.kind !== "tenant" && (scope.kind === "maker") !== isGiver) throw new AppError("S0020");
  await ctx.db.tx(tenantId, async (tx) => {
    const { one } = await lockMilestone(ctx, tx, moldNo, "HO");
    const refusal = refuseSign(side, one, userId);
    if (refusal) throw new AppError(refusal.code, refusal.arg);
    const at = new Date(ctx.now);
    const sets = isGiver
      ? sql`given_by = ${userId}, given_at = ${at}`
      : sql`taken_by = ${userId}, taken_at = ${at}`;
    await tx.all([changeMilestone(ctx, moldNo, "HO", sets)]);
  });
  ctx.events.emit(tenantId, { type: "board", molds: [moldNo] });
  return { MOLD_NO: moldNo, MILESTONE_CODE: "HO" };
});

export const milestoneCommands: readonly CommandImpl[] = [report, confirm, sendBack, replan, add, sign];
