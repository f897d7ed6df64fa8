import {
  type AppointFacts,
  type AppointStep,
  appointSteps,
  closeAppoints,
  deleteAppoints,
  refuseAppointStep,
  sendBackAppoints,
  solveAppoint,
} from "@shotkeeper/contract/inspection";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { ofMoldScope } from "../mold/index.ts";
import { notifyAppoints } from "./notices.ts";

const maxIds = 1000;

function idsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw errors.missingField("appointIds");
  const ids = [...new Set(value as readonly unknown[])];
  if (ids.length > maxIds || !ids.every((id) => typeof id === "string"))
    throw errors.invalidField("appointIds");
  return ids as string[];
}

interface LockedAppoint extends AppointFacts {
  readonly id: string;
  readonly issueFoundAt: string;
}

/**
 * Performs a step for all given inspection issues, or for none. Locks the issues, checks whether their states allow the
 * step, and writes states, assignments and log entries.
 */
async function performStep(
  ctx: Ctx,
  step: AppointStep,
  ids: readonly string[],
  assignments: (all: readonly LockedAppoint[]) => Sql,
): Promise<{ readonly count: number }> {
  const { tenantId, userId, scope } = ctx.who;
  const at = new Date(ctx.now);
  await ctx.db.tx(tenantId, async (tx) => {
    const found = await tx.query(
      sql<LockedAppoint>`select t.appoint_id as id, t.appoint_state as "appointState",
          t.issue_found_by as "issueFoundBy", t.save_problem_by as "saveProblemBy", t.issue_found_at as "issueFoundAt",
          ${scope.kind === "tenant"}::boolean as "seesAll"
        from mold_appoint t
        where t.tenant_id = ${tenantId} and t.appoint_id = any(${ids}::text[]) and ${ofMoldScope(ctx)}
        order by t.appoint_id
        for update of t`,
    );
    if (found.length < ids.length) throw errors.unknownReference("appointId");
    for (const a of found) {
      const refusal = refuseAppointStep(step, a, userId);
      if (refusal) throw new AppError(refusal);
    }
    const action = step === "delete" ? "delete" : "update";
    tx.enqueue(
      sql`with old as (
          select t.appoint_id, to_jsonb(t) as before
          from mold_appoint t
          where t.tenant_id = ${tenantId} and t.appoint_id = any(${ids}::text[])
        ),
        done as (
          update mold_appoint t set
            appoint_state = ${appointSteps[step].to},
            ${assignments(found)},
            updated_by = ${userId},
            updated_date = ${at}
          where t.tenant_id = ${tenantId} and t.appoint_id = any(${ids}::text[])
          returning t.appoint_id, app_row(t) as after
        )
        ${logInto(ctx, action, "MOLD_APPOINT")} done.appoint_id, old.before, done.after
        from done
        join old on old.appoint_id = done.appoint_id
        returning 1`,
    );
  });
  ctx.events.emit(tenantId, { type: "board" });
  return { count: ids.length };
}

export const appointCommands: readonly CommandImpl[] = [
  handle(solveAppoint, async (ctx, { appointId, saveProblem, saveProblemUrl, saveProblemDate }) => {
    const solvedAt = saveProblemDate === null ? ctx.now : Date.parse(saveProblemDate);
    await performStep(ctx, "solve", [appointId], ([a]) => {
      // Refuses a time in the future, and a time before the issue was found.
      if (solvedAt > ctx.now || (a && solvedAt < Date.parse(a.issueFoundAt)))
        throw errors.invalidField("saveProblemDate");
      return sql`save_problem = ${saveProblem},
        save_problem_url = ${saveProblemUrl},
        save_problem_date = ${new Date(solvedAt)},
        save_problem_by = ${ctx.who.userId}`;
    });
    await notifyAppoints(ctx, "appointSolved", [appointId]);
    return { appointId };
  }),

  handle(closeAppoints, (ctx, { appointIds, closeNote }) =>
    performStep(
      ctx,
      "close",
      idsOf(appointIds),
      () =>
        sql`appoint_closed_at = ${new Date(ctx.now)}, appoint_closed_by = ${ctx.who.userId}, close_note = ${closeNote}`,
    ),
  ),

  handle(sendBackAppoints, async (ctx, { appointIds, sendBackReason }) => {
    const ids = idsOf(appointIds);
    const done = await performStep(
      ctx,
      "sendBack",
      ids,
      () => sql`sent_back_count = t.sent_back_count + 1, send_back_reason = ${sendBackReason}`,
    );
    await notifyAppoints(ctx, "appointSentBack", ids);
    return done;
  }),

  handle(deleteAppoints, (ctx, { appointIds, deleteReason }) =>
    performStep(
      ctx,
      "delete",
      idsOf(appointIds),
      () =>
        sql`deleted_at = ${new Date(ctx.now)}, deleted_by = ${ctx.who.userId}, delete_reason = ${deleteReason}`,
    ),
  ),
];
