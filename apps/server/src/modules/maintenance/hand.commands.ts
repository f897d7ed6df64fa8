import { AppError } from "@shotkeeper/contract/kernel";
import { addTask, planTask, removeTasks, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldScope } from "../basic/index.ts";
import { tellAssigned } from "./notices.ts";
import { requirePerson } from "./people.ts";
import { deferLimit } from "./raise-tasks.ts";
import { changeTask, lockForStep, requireKind, told } from "./task-facts.ts";

const { done, removed, due, comingUp } = taskState.values;
const mostAtOnce = 1000;

function idsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw new AppError("S0007", "TASK_IDS");
  const ids = [...new Set(value as readonly unknown[])];
  if (ids.length > mostAtOnce || !ids.every((id) => typeof id === "string"))
    throw new AppError("S0200", "TASK_IDS");
  return (ids as string[]).sort();
}

/** A plan lies ahead. */
async function requireAhead(ctx: Ctx, planDate: string | null): Promise<void> {
  if (planDate === null) return;
  const [row] = await ctx.db.run(ctx.who.tenantId, [
    sql`select ${planDate}::date < (${new Date(ctx.now)}::timestamptz at time zone ${ctx.who.zone})::date as past`,
  ]);
  if (row?.[0]?.past === true) throw new AppError("S0200", "PLAN_DATE");
}

export const handCommands: readonly CommandImpl[] = [
  handle(addTask, async (ctx, { kind, moldNo, handSource, taskReason, planDate, assignee }) => {
    requireKind(ctx, kind, "A");
    const { tenantId, userId, zone } = ctx.who;
    const [molds] = await ctx.db.run(tenantId, [
      sql`select t.service_state from mold t where t.tenant_id = ${tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}`,
    ]);
    if (!molds?.[0]) throw new AppError("S0202", "MOLD_NO");
    if (molds[0].service_state === 4) throw new AppError("S0212");
    await requireAhead(ctx, planDate);
    if (assignee !== null) await requirePerson(ctx, assignee, moldNo);
    const taskId = await nextDocumentNumber(ctx, "MT");
    const at = new Date(ctx.now);
    const isBreakdown = handSource === taskSource.values.breakdown;
    const [added] = await ctx.db.run(tenantId, [
      sql`with done as (insert into maintenance_task as t (tenant_id, task_id, kind, mold_no, state, task_source, raised_at, task_reason, plan_date, assignee, defer_limit,
            created_by, created_date, updated_by, updated_date)
          select ${tenantId}, ${taskId}, ${kind}, ${moldNo},
            case when ${isBreakdown} or ${planDate}::date is null or ${planDate}::date <= (${at}::timestamptz at time zone ${zone})::date then ${due}::int else ${comingUp}::int end,
            ${handSource}, ${at}, ${taskReason}, ${planDate}::date, ${assignee}, ${deferLimit(ctx)}, ${userId}, ${at}, ${userId}, ${at}
          on conflict (tenant_id, mold_no, kind) where state not in (4, 7) and task_source <> 3 do nothing returning to_jsonb(t) as after),
        log as (${logInto(ctx, "insert", "MAINTAIN_TASK", "after")} ${taskId}, after from done)
        select 1 from done`,
    ]);
    if (!added?.length) {
      const [open] = await ctx.db.run(tenantId, [
        sql`select task_id from maintenance_task where tenant_id = ${tenantId} and mold_no = ${moldNo} and kind = ${kind} and state not in (${done}, ${removed}) and task_source <> ${taskSource.values.breakdown}`,
      ]);
      throw new AppError("S0260", String(open?.[0]?.task_id ?? moldNo));
    }
    told(ctx, moldNo);
    await tellAssigned(ctx, taskId);
    return { TASK_ID: taskId };
  }),

  handle(planTask, async (ctx, { taskId, planDate, assignee }) => {
    await requireAhead(ctx, planDate);
    const [found] = await ctx.db.run(ctx.who.tenantId, [
      sql`select mold_no from maintenance_task where tenant_id = ${ctx.who.tenantId} and task_id = ${taskId}`,
    ]);
    if (assignee !== null) await requirePerson(ctx, assignee, String(found?.[0]?.mold_no));
    const task = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const locked = await lockForStep(ctx, tx, taskId, "plan");
      // An overdue task that is planned anew is due again: nobody is told of it twice.
      await tx.query(
        changeTask(
          ctx,
          taskId,
          "update",
          sql`plan_date = ${planDate}::date, assignee = ${assignee},
            state = case when t.state = ${taskState.values.overdue} and t.defer_count < t.defer_limit and ${planDate}::date is not null then ${due}::int else t.state end`,
        ),
      );
      return locked;
    });
    if (assignee !== null && assignee !== task.assignee) await tellAssigned(ctx, taskId);
    told(ctx, task.moldNo);
    return { TASK_ID: taskId };
  }),

  handle(removeTasks, async (ctx, { taskIds }) => {
    const ids = idsOf(taskIds);
    const molds = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const touched: string[] = [];
      for (const id of ids) {
        touched.push((await lockForStep(ctx, tx, id, "remove")).moldNo);
        await tx.query(
          changeTask(ctx, id, "delete", sql`state = ${removed}, removed_at = ${new Date(ctx.now)}`),
        );
      }
      return touched;
    });
    ctx.events.emit(ctx.who.tenantId, { type: "board", molds });
    return { COUNT: ids.length };
  }),
];
