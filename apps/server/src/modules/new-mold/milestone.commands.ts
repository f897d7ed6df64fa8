import { AppError, type CommandInput, errors, onWire } from "@shotkeeper/contract/kernel";
import {
  acceptResult,
  addNewTrial,
  confirmMilestone,
  type HandoverItem,
  handoverSide,
  type MilestoneStep,
  milestoneKind,
  milestoneSteps,
  needsNextTrial,
  newMoldMilestone,
  readHandoverItems,
  refuseMilestoneStep,
  refuseNextTrial,
  refuseSign,
  replanMilestone,
  reportMilestone,
  reportNeeds,
  returnMilestone,
  signHandover,
} from "@shotkeeper/contract/new-mold";
import { readParameters } from "@shotkeeper/contract/trial";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { expectPartners } from "../partner/index.ts";
import { afterConfirm, nextTrial } from "./after-confirm.ts";
import {
  lockMilestone,
  lockPlan,
  type Milestone,
  milestonesOf,
  today,
  updateMilestone,
} from "./new-mold-facts.ts";

const kind = milestoneKind.values;
interface Key {
  readonly moldNo: string;
  readonly milestoneCode: string;
}
interface Changes {
  /** SET clause for the milestone: the columns that the step (such as a confirmation) changes besides the state. */
  readonly sets: Sql;
  /** Statements that run after the update of the milestone. */
  readonly after?: readonly Sql[];
}
type Work = (m: Milestone, all: readonly Milestone[], tx: Tx) => Changes | Promise<Changes>;

/**
 * Performs a step of a milestone: locks the plan, checks whether the milestone's state allows the step, and writes the
 * new state and the columns that the step sets.
 */
async function performStep(ctx: Ctx, step: MilestoneStep, key: Key, work: Work) {
  const { moldNo, milestoneCode } = key;
  await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const { one, all } = await lockMilestone(ctx, tx, moldNo, milestoneCode);
    const refusal = refuseMilestoneStep(step, one);
    if (refusal) throw new AppError(refusal);
    const { to } = milestoneSteps[step];
    const { sets, after = [] } = await work(one, all, tx);
    const stat = to === undefined ? sets : sql`milestone_stat = ${to}, ${sets}`;
    await tx.all([updateMilestone(ctx, moldNo, milestoneCode, stat), ...after]);
  });
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
  return { moldNo, milestoneCode };
}

type Report = CommandInput<typeof reportMilestone>;

/**
 * Throws if a passed quality acceptance has no text on dimensions, no text on appearance, or no sample report. Throws
 * if a handover has no items.
 */
function checkParts(input: Report, m: Milestone): void {
  const hasPassed = input.acceptResult === acceptResult.values.passed;
  if (m.milestoneKind === kind.quality && hasPassed)
    for (const part of ["dimensionNote", "appearanceNote", "sampleReport"] as const)
      if (!input[part]?.trim()) throw errors.missingField(part);
  const items = readHandoverItems(input.handoverItems ?? m.handoverItems);
  if (m.milestoneKind === kind.handover && items?.length === 0) throw errors.missingField("handoverItems");
}

/**
 * Throws if the report of a milestone has a day in the future or before the previous milestone. Throws if a field is
 * missing that this kind of milestone, or a delay, requires.
 */
function checkReport(ctx: Ctx, input: Report, m: Milestone, all: readonly Milestone[]): void {
  const { actualDate } = input;
  if (actualDate > today(ctx)) throw errors.invalidField("actualDate");
  const before = all.filter((x) => x.milestoneSeq < m.milestoneSeq).at(-1)?.actualDate;
  if (before && actualDate < before) throw errors.datesOutOfOrder("actualDate");
  if (actualDate > m.firstPlanDate && input.delayReason === null) throw errors.missingField("delayReason");
  // Uses the stored items of a handover if the report contains no items.
  const given = { ...input, handoverItems: input.handoverItems ?? m.handoverItems };
  for (const name of reportNeeds[m.milestoneKind] ?? [])
    if (given[name] === null) throw errors.missingField(name);
  checkParts(input, m);
}

async function checkReferences(ctx: Ctx, tx: Tx, input: Report): Promise<void> {
  const { tenantId } = ctx.who;
  const { deviceId, handoverPlantId } = input;
  const [known] = await tx.query(
    sql<{ device: boolean; plant: boolean }>`select
        exists (select from device where tenant_id = ${tenantId} and device_id = ${deviceId ?? ""}) as device,
        exists (
          select
          from organization
          where tenant_id = ${tenantId} and org_id = ${handoverPlantId ?? ""} and type = 'plant'
        ) as plant`,
  );
  if (deviceId !== null && !known?.device) throw errors.unknownReference("devId");
  if (handoverPlantId === null) return;
  if (!known?.plant) throw errors.unknownReference("handoverPlantId");
  // Checks that the plant `handoverPlantId` is a partner of the mold's OEM, because the confirmation of the handover
  // makes it the mold's plant.
  const pair = sql`
    select m.oem_id, ${handoverPlantId}::text as plant_id, null::text as maker_id
    from mold m
    where m.tenant_id = ${tenantId} and m.mold_no = ${input.moldNo}
  `;
  await tx.query(expectPartners(ctx, pair, { plantId: "handoverPlantId", makerId: "makerId" }));
}

/**
 * Throws unless all documents in a handover's list were uploaded to this milestone. So users who may read the list may
 * also read the documents.
 */
async function checkDocuments(ctx: Ctx, tx: Tx, key: Key, items: readonly HandoverItem[]): Promise<void> {
  const paths = [...new Set(items.flatMap((i) => i.filePath ?? []))];
  if (paths.length === 0) return;
  const [known] = await tx.query(
    sql<{ n: number }>`select count(*)::int as n
      from file_info
      where tenant_id = ${ctx.who.tenantId}
        and file_path = any(${paths})
        and owner_table = ${newMoldMilestone.wire}
        and owner_id = ${`${key.moldNo}/${key.milestoneCode}`}
        and not is_draft`,
  );
  if (known?.n !== paths.length) throw errors.unknownReference("handoverItems");
}

/**
 * Returns SQL for the new value of a column that holds a list. `value` is the value that the caller sent: null keeps
 * the stored list. `read` is the decoded list. Throws if `read` is undefined, because the list that the caller sent is
 * invalid.
 */
const listSql = (value: unknown, read: readonly unknown[] | undefined, wire: string, column: string): Sql => {
  if (read === undefined) throw errors.invalidField(onWire(wire));
  return value === null ? sql.raw(column) : sql`${JSON.stringify(read)}::jsonb`;
};

const noSignatures = sql`given_by = null, given_at = null, taken_by = null, taken_at = null`;

const report = handle(reportMilestone, (ctx, input) =>
  performStep(ctx, "report", input, async (m, all, tx) => {
    checkReport(ctx, input, m, all);
    await checkReferences(ctx, tx, input);
    const settings = listSql(input.parameters, readParameters(input.parameters), "PARAMETERS", "parameters");
    const pack = readHandoverItems(input.handoverItems);
    const items = listSql(input.handoverItems, pack, "HANDOVER_ITEMS", "handover_items");
    await checkDocuments(ctx, tx, input, pack ?? []);
    const isTrial = m.milestoneKind === kind.t0 || m.milestoneKind === kind.trial;
    // Clears both signatures, because the two organizations signed the previous report.
    return {
      sets: sql`actual_date = ${input.actualDate}::date,
        delay_reason = ${input.delayReason},
        trial_stat = ${isTrial ? input.trialStat : null},
        accept_result = ${isTrial ? null : input.acceptResult},
        milestone_note = ${input.milestoneNote},
        image_url = ${input.imageUrl},
        device_id = ${input.deviceId},
        raw_material = ${input.rawMaterial},
        parameters = ${settings},
        sample_count = ${input.sampleCount},
        sample_note = ${input.sampleNote},
        next_action = ${input.nextAction},
        dimension_note = ${input.dimensionNote},
        appearance_note = ${input.appearanceNote},
        sample_report = ${input.sampleReport},
        handover_plant_id = ${input.handoverPlantId},
        handover_items = ${items},
        ${noSignatures},
        reported_by = ${ctx.who.userId},
        reported_at = ${new Date(ctx.now)},
        return_reason = null`,
    };
  }),
);

const confirm = handle(confirmMilestone, (ctx, input) =>
  performStep(ctx, "confirm", input, (m, all) => {
    const { nextTrialDate } = input;
    const hasFailed = needsNextTrial(m);
    if (hasFailed && nextTrialDate === null) throw errors.missingField("nextTrialDate");
    if (nextTrialDate !== null && (!hasFailed || nextTrialDate < (m.actualDate ?? "")))
      throw errors.invalidField("nextTrialDate");
    return {
      sets: sql`confirmed_by = ${ctx.who.userId}, confirmed_at = ${new Date(ctx.now)}`,
      after: [
        ...afterConfirm(ctx, m),
        ...(nextTrialDate === null ? [] : nextTrial(ctx, all, nextTrialDate, null).statements),
      ],
    };
  }),
);

const sendBack = handle(returnMilestone, (ctx, input) =>
  performStep(ctx, "sendBack", input, () => ({
    sets: sql`return_reason = ${input.returnReason},
      return_count = return_count + 1,
      actual_date = null,
      reported_by = null,
      reported_at = null,
      ${noSignatures}`,
  })),
);

const dayMs = 86_400_000;
/** Returns the day that lies `by` milliseconds after `day` (YYYY-MM-DD). */
const moved = (day: string, by: number) => new Date(Date.parse(day) + by).toISOString().slice(0, 10);

const replan = handle(replanMilestone, (ctx, input) =>
  performStep(ctx, "replan", input, (m, all) => {
    const { plannedDate, delayReason, milestoneOwner } = input;
    if (plannedDate > m.firstPlanDate && delayReason === null) throw errors.missingField("delayReason");
    const by = Math.round((Date.parse(plannedDate) - Date.parse(m.plannedDate)) / dayMs) * dayMs;
    const rest = all.filter((x) => x.milestoneSeq > m.milestoneSeq);
    const before = all.filter((x) => x.milestoneSeq < m.milestoneSeq).at(-1);
    const next = rest[0];
    const nextDay = next && (input.shiftRest ? moved(next.plannedDate, by) : next.plannedDate);
    if (before && plannedDate < (before.actualDate ?? before.plannedDate))
      throw errors.datesOutOfOrder("plannedDate");
    if (nextDay !== undefined && plannedDate > nextDay) throw errors.datesOutOfOrder("plannedDate");
    const days = by / dayMs;
    return {
      sets: sql`planned_date = ${plannedDate}::date,
        milestone_owner = ${milestoneOwner},
        delay_reason = coalesce(${delayReason}, delay_reason),
        replan_count = replan_count + 1`,
      after: input.shiftRest
        ? rest.map((x) =>
            updateMilestone(
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
    if (!last || !quality) throw errors.unknownReference("moldNo");
    const refusal = refuseNextTrial(plan, last.milestoneStat, quality.milestoneStat);
    if (refusal) throw new AppError(refusal);
    if (plannedDate < (last.actualDate ?? last.plannedDate)) throw errors.datesOutOfOrder("plannedDate");
    const next = nextTrial(ctx, all, plannedDate, milestoneOwner);
    await tx.all(next.statements);
    return next.code;
  });
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
  return { moldNo, milestoneCode: code };
});

const sign = handle(signHandover, async (ctx, { moldNo, handoverSide: side }) => {
  const { tenantId, userId, scope } = ctx.who;
  const isGiver = side === handoverSide.values.giver;
  // Lets the mold maker sign only as the giver, and every other organization only as the taker.
  if (scope.kind !== "tenant" && (scope.kind === "maker") !== isGiver) throw errors.forbidden();
  await ctx.db.tx(tenantId, async (tx) => {
    const { one } = await lockMilestone(ctx, tx, moldNo, "HO");
    const refusal = refuseSign(side, one, userId);
    if (refusal) throw new AppError(refusal);
    const at = new Date(ctx.now);
    const sets = isGiver
      ? sql`given_by = ${userId}, given_at = ${at}`
      : sql`taken_by = ${userId}, taken_at = ${at}`;
    await tx.all([updateMilestone(ctx, moldNo, "HO", sets)]);
  });
  ctx.events.emit(tenantId, { type: "board", molds: [moldNo] });
  return { moldNo, milestoneCode: "HO" };
});

export const milestoneCommands: readonly CommandImpl[] = [report, confirm, sendBack, replan, add, sign];
