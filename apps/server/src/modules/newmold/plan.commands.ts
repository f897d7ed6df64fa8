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
} from "@shotkeeper/contract/newmold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { changePlan, lockPlan } from "./newmold-facts.ts";

async function take(ctx: Ctx, step: PlanStep, moldNo: string, more: Sql): Promise<{ MOLD_NO: string }> {
  await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const refusal = refusePlanStep(step, await lockPlan(ctx, tx, moldNo));
    if (refusal) throw new AppError(refusal.code, refusal.arg);
    const { projectStat, projectResult } = planSteps[step].to;
    const stat = projectStat === undefined ? sql.empty : sql`project_stat = ${projectStat}, `;
    const result = projectResult === undefined ? sql.empty : sql`project_result = ${projectResult}, `;
    await tx.all([changePlan(ctx, moldNo, sql`${stat}${result}${more}`)]);
  });
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
  return { MOLD_NO: moldNo };
}

const unexplained = sql`plan_note = null`;

export const planCommands: readonly CommandImpl[] = [
  handle(reviewNewMold, (ctx, { moldNo }) => take(ctx, "review", moldNo, unexplained)),
  handle(approveNewMold, (ctx, { moldNo }) =>
    take(
      ctx,
      "approve",
      moldNo,
      sql`plan_note = null, approved_by = ${ctx.who.userId}, approved_at = ${new Date(ctx.now)}`,
    ),
  ),
  handle(returnNewMold, (ctx, { moldNo, planNote }) =>
    take(ctx, "sendBack", moldNo, sql`plan_note = ${planNote}`),
  ),
  handle(pauseNewMold, (ctx, { moldNo, planNote }) =>
    take(ctx, "pause", moldNo, sql`plan_note = ${planNote}`),
  ),
  handle(resumeNewMold, (ctx, { moldNo }) => take(ctx, "resume", moldNo, unexplained)),
  handle(cancelNewMold, (ctx, { moldNo, planNote }) =>
    take(ctx, "cancel", moldNo, sql`plan_note = ${planNote}`),
  ),
];
