import { AppError } from "@shotkeeper/contract/kernel";
import {
  approveNewMold,
  cancelNewMold,
  type PlanStep,
  pauseNewMold,
  planSteps,
  refusePlanStep,
  resumeNewMold,
  returnNewMold,
  reviewNewMold,
} from "@shotkeeper/contract/new-mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { lockPlan, updatePlan } from "./new-mold-facts.ts";

/**
 * Performs a step of a plan: locks the plan, checks whether its state allows the step, and writes the new state and the
 * columns that the step sets.
 */
async function performStep(
  ctx: Ctx,
  step: PlanStep,
  moldNo: string,
  sets: Sql,
): Promise<{ readonly moldNo: string }> {
  await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const plan = await lockPlan(ctx, tx, moldNo);
    const refusal = refusePlanStep(step, plan);
    if (refusal) throw new AppError(refusal);
    const { projectStat, projectResult } = planSteps[step].to;
    const stat = projectStat === undefined ? sql.empty : sql`project_stat = ${projectStat}, `;
    const result = projectResult === undefined ? sql.empty : sql`project_result = ${projectResult}, `;
    await tx.all([updatePlan(ctx, moldNo, sql`${stat}${result}${sets}`)]);
  });
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
  return { moldNo };
}

const noNote = sql`plan_note = null`;

export const planCommands: readonly CommandImpl[] = [
  handle(reviewNewMold, (ctx, { moldNo }) =>
    performStep(ctx, "review", moldNo, sql`plan_note = null, reviewed_by = ${ctx.who.userId}`),
  ),
  handle(approveNewMold, (ctx, { moldNo }) =>
    performStep(
      ctx,
      "approve",
      moldNo,
      sql`plan_note = null, approved_by = ${ctx.who.userId}, approved_at = ${new Date(ctx.now)}`,
    ),
  ),
  handle(returnNewMold, (ctx, { moldNo, planNote }) =>
    performStep(ctx, "sendBack", moldNo, sql`plan_note = ${planNote}`),
  ),
  handle(pauseNewMold, (ctx, { moldNo, planNote }) =>
    performStep(ctx, "pause", moldNo, sql`plan_note = ${planNote}`),
  ),
  handle(resumeNewMold, (ctx, { moldNo }) => performStep(ctx, "resume", moldNo, noNote)),
  handle(cancelNewMold, (ctx, { moldNo, planNote }) =>
    performStep(ctx, "cancel", moldNo, sql`plan_note = ${planNote}`),
  ),
];
