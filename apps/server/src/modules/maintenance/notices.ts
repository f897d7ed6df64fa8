import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { warningLevel } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type NoticeEvent, newestMs, notify } from "../notice/index.ts";
import { menuOf } from "./run-hours.ts";

const { major } = taskKind.values;

interface TaskRow {
  readonly task_id: string;
  readonly kind: 1 | 2;
  readonly mold_no: string;
  readonly mold_id: number;
  readonly at: string;
  readonly change: "due" | "overdue" | "assigned" | "sentBack";
  readonly assignee: string | null;
  /** Why the work was sent back. */
  readonly reason?: string | null;
}

function noticeOf(t: TaskRow): NoticeEvent {
  const kinds = {
    due: "majorDue",
    overdue: "maintenanceOverdue",
    assigned: "taskAssigned",
    sentBack: "taskSentBack",
  } as const;
  const isMine = t.change === "assigned" || t.change === "sentBack";
  return {
    type: kinds[t.change],
    title: kinds[t.change],
    eventKey: `maintenance/${t.task_id}/${t.change}/${Date.parse(t.at)}`,
    level: t.change === "overdue" ? warningLevel.values.urgent : warningLevel.values.notice,
    menus: [menuOf[t.kind]],
    moldId: t.mold_id,
    ...(isMine && t.assignee !== null ? { to: t.assignee } : {}),
    subject: t.mold_no,
    at: t.at,
    facts: { mold: t.mold_no, task: t.task_id, reason: t.reason ?? null },
    ...(isMine ? {} : { lasting: { kind: "maintenance" as const, id: t.task_id } }),
    cause: { change: t.change, taskId: t.task_id, moldNo: t.mold_no },
  };
}

/**
 * Sends notices of overdue maintenance tasks, and of major tasks that became due by run hours or shots. The notices go
 * to all users who may see these tasks, not only to the assignee.
 */
export async function notifyTasks(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const since = new Date(ctx.now - newestMs);
  const overdue = sql.constant(taskState.values.overdue);
  const due = sql.constant(taskState.values.due);
  const [hours, shots] = [sql.constant(taskSource.values.hours), sql.constant(taskSource.values.shots)];
  const [rows] = await ctx.db.run(tenantId, [
    sql<TaskRow>`select t.task_id, t.kind, t.mold_no, m.mold_id, t.assignee, x.change, x.at
      from maintenance_task t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      cross join lateral (
        select
          case when t.state = ${overdue} then 'overdue' else 'due' end as change,
          case when t.state = ${overdue} then coalesce(t.overdue_at, t.deferred_until) else t.updated_date end as at
      ) x
      where t.tenant_id = ${tenantId}
        and t.state in (${due}, ${overdue})
        and x.at > ${since}
        and (t.state = ${overdue} or (
          t.state = ${due}
          and t.kind = ${sql.constant(major)}
          and t.task_source in (${hours}, ${shots})
          and t.defer_count = 0
          and t.updated_by = ${ctx.who.userId}
        ))`,
  ]);
  await notify(ctx, rows.map(noticeOf));
}

/**
 * Notifies the assignees of tasks, except the caller. Work that was sent back and has no assignee goes to the user who
 * has done it.
 */
export async function notifyAssignees(
  ctx: Ctx,
  taskIds: readonly string[],
  change: "assigned" | "sentBack" = "assigned",
): Promise<void> {
  if (taskIds.length === 0) return;
  const { tenantId, userId } = ctx.who;
  const isSentBack = change === "sentBack";
  const person = sql.raw(isSentBack ? "coalesce(t.assignee, t.done_by)" : "t.assignee");
  const reason = sql.raw(isSentBack ? "t.send_back_reason" : "null");
  const [rows] = await ctx.db.run(tenantId, [
    sql<TaskRow>`select t.task_id, t.kind, t.mold_no, m.mold_id, ${person} as assignee, ${change}::text as change,
        ${reason} as reason, t.updated_date as at
      from maintenance_task t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId}
        and t.task_id = any(${taskIds})
        and ${person} is not null
        and ${person} <> ${userId}`,
  ]);
  await notify(ctx, rows.map(noticeOf));
}
