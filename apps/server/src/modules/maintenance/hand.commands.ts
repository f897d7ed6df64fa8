import { errors } from "@shotkeeper/contract/kernel";
import { addTask, removeTasks, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";
import { notifyAssignees } from "./notices.ts";
import { requirePerson } from "./people.ts";
import { deferLimit } from "./raise-tasks.ts";
import { emitTaskChange, isOpenMaintenance, lockForStep, requireKind, updateTask } from "./task-facts.ts";

const { removed, due, comingUp } = taskState.values;
const maxIds = 1000;

function idsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw errors.missingField("taskIds");
  const ids = [...new Set(value as readonly unknown[])];
  if (ids.length > maxIds || !ids.every((id) => typeof id === "string")) throw errors.invalidField("taskIds");
  return (ids as string[]).sort();
}

/** Throws if the planned day is in the past. Today is allowed and is computed in the tenant's time zone. */
async function requireNotPast(ctx: Ctx, planDate: string | null): Promise<void> {
  if (planDate === null) return;
  const [[row]] = await ctx.db.run(ctx.who.tenantId, [
    sql<{
      past: boolean;
    }>`select ${planDate}::date < (${new Date(ctx.now)}::timestamptz at time zone ${ctx.who.zone})::date
        as past`,
  ]);
  if (row?.past) throw errors.invalidField("planDate");
}

export const handCommands: readonly CommandImpl[] = [
  handle(addTask, async (ctx, { kind, moldNo, handSource, taskReason, planDate, assignee }) => {
    requireKind(ctx, kind, "A");
    const { tenantId, userId, zone } = ctx.who;
    const [[mold]] = await ctx.db.run(tenantId, [
      sql<{ service_state: number }>`select t.service_state
        from mold t
        where t.tenant_id = ${tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}`,
    ]);
    if (!mold) throw errors.unknownReference("moldNo");
    // Refuses molds out of use. The job would close the new task within a minute (`updateStatesByTime`).
    const { scrapped, inStorage } = serviceState.values;
    if (mold.service_state === scrapped || mold.service_state === inStorage) throw errors.wrongState();
    await requireNotPast(ctx, planDate);
    if (assignee !== null) await requirePerson(ctx, assignee, moldNo);
    const taskId = await nextDocumentNumber(ctx, "MT");
    const at = new Date(ctx.now);
    const isBreakdown = handSource === taskSource.values.breakdown;
    const [added] = await ctx.db.run(tenantId, [
      sql`with done as (
          insert into maintenance_task as t (
            tenant_id, task_id, kind, mold_no, state, task_source, raised_at, task_reason, plan_date, assignee,
            defer_limit, created_by, created_date, updated_by, updated_date
          )
          select ${tenantId}, ${taskId}, ${kind}, ${moldNo},
            case when ${isBreakdown}
                or ${planDate}::date is null
                or ${planDate}::date <= (${at}::timestamptz at time zone ${zone})::date
              then ${due}::int else ${comingUp}::int end,
            ${handSource}, ${at}, ${taskReason}, ${planDate}::date, ${assignee},
            ${deferLimit(ctx)}, ${userId}, ${at}, ${userId}, ${at}
          -- Locks the mold, so that nobody can archive or scrap it before the task is stored.
          from (
            select 1
            from mold
            where tenant_id = ${tenantId} and mold_no = ${moldNo} and archived_date is null
              and service_state not in (${scrapped}, ${inStorage})
            for key share
          ) held
          on conflict (tenant_id, mold_no, kind) where ${isOpenMaintenance()} do nothing
          returning app_row(t) as after
        ),
        log as (${logInto(ctx, "insert", "MAINTAIN_TASK", "after")} ${taskId}, after from done returning 1)
        select 1 from done`,
    ]);
    if (added.length === 0) {
      const [[open], [known]] = await ctx.db.run(tenantId, [
        sql<{ task_id: string }>`select task_id
          from maintenance_task
          where tenant_id = ${tenantId} and mold_no = ${moldNo} and kind = ${kind} and ${isOpenMaintenance()}`,
        // The mold was scrapped or stored since it was read above, unless it was archived or deleted.
        sql`select 1 from mold where tenant_id = ${tenantId} and mold_no = ${moldNo} and archived_date is null`,
      ]);
      if (open) throw errors.taskAlreadyOpen(open.task_id);
      throw known ? errors.wrongState() : errors.unknownReference("moldNo");
    }
    emitTaskChange(ctx, moldNo);
    await notifyAssignees(ctx, [taskId]);
    return { taskId };
  }),

  handle(removeTasks, async (ctx, { taskIds }) => {
    const ids = idsOf(taskIds);
    const molds = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const moldNos: string[] = [];
      for (const id of ids) {
        moldNos.push((await lockForStep(ctx, tx, id, "remove")).moldNo);
        await tx.query(
          updateTask(ctx, id, "delete", sql`state = ${removed}, removed_at = ${new Date(ctx.now)}`),
        );
      }
      return moldNos;
    });
    emitTaskChange(ctx, ...molds);
    return { count: ids.length };
  }),
];
