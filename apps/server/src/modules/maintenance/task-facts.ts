import { AppError, type EnumValue, errors, type Refusal } from "@shotkeeper/contract/kernel";
import {
  refuseTaskStep,
  type TaskFacts,
  type TaskStep,
  type taskKind,
  taskSource,
  taskState,
} from "@shotkeeper/contract/maintenance";
import { type Ctx, may } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { moldScope } from "../mold/index.ts";
import { menuOf } from "./run-hours.ts";

export interface LockedTask extends TaskFacts {
  readonly kind: EnumValue<typeof taskKind>;
  readonly moldNo: string;
  readonly moldId: number;
  readonly taskId: string;
  readonly planDate: string | null;
  readonly assignee: string | null;
  readonly raisedAt: string;
  readonly startedAt: string | null;
  readonly updatedDate: string | null;
}

function refuse(r: Refusal | undefined): void {
  if (r) throw new AppError(r);
}

/**
 * SQL condition: the task is open and not a breakdown. The partial unique index maintenance_task_open allows one such
 * task per mold and kind. This condition must imply the condition of the index. Otherwise PostgreSQL does not find
 * the index for `on conflict`.
 */
export function isOpenMaintenance(alias = ""): Sql {
  const [done, removed] = [sql.constant(taskState.values.done), sql.constant(taskState.values.removed)];
  const column = (name: string) => sql.raw(alias === "" ? name : `${alias}.${name}`);
  const source = sql.constant(taskSource.values.breakdown);
  return sql`${column("state")} not in (${done}, ${removed}) and ${column("task_source")} <> ${source}`;
}

/** Throws unless the caller has this right on the screen of this kind of maintenance (`menuOf`). */
export function requireKind(ctx: Ctx, kind: EnumValue<typeof taskKind>, action: "A" | "M" | "D"): void {
  if (!may(ctx.who, menuOf[kind], action)) throw errors.forbidden();
}

/**
 * Returns the statement that locks tasks and their molds until the end of the transaction. It locks them in the order
 * of the mold numbers, so that two calls with the same molds do not deadlock. It leaves out tasks outside the caller's
 * scope.
 */
export const lockTasks = (ctx: Ctx, taskIds: readonly string[]): Sql<LockedTask> =>
  sql<LockedTask>`select t.task_id as "taskId", t.kind, t.state,
      t.defer_count as "deferCount", t.defer_limit as "deferLimit",
      t.plan_date as "planDate", t.assignee,
      t.raised_at as "raisedAt", t.started_at as "startedAt", t.updated_date as "updatedDate",
      m.service_state as "serviceState", m.mold_no as "moldNo", m.mold_id as "moldId"
    from maintenance_task t
    join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_no = t.mold_no
    where t.tenant_id = ${ctx.who.tenantId} and t.task_id = any(${taskIds}) and ${moldScope(ctx, "m")}
    order by m.mold_no, t.task_id
    for update of t, m`;

/**
 * Throws if the caller has no right on tasks of this kind, or if the state machine does not allow the step. Also throws
 * if `task` is undefined, that is, if the task is outside the caller's scope.
 */
export function requireStep(ctx: Ctx, task: LockedTask | undefined, step: TaskStep): LockedTask {
  if (!task) throw errors.unknownReference("taskId");
  requireKind(ctx, task.kind, step === "remove" ? "D" : "M");
  refuse(refuseTaskStep(step, task));
  return task;
}

/** Locks a task for a step. Throws if the step is not allowed (`requireStep`). */
export async function lockForStep(ctx: Ctx, tx: Tx, taskId: string, step: TaskStep): Promise<LockedTask> {
  const [task] = await tx.query(lockTasks(ctx, [taskId]));
  return requireStep(ctx, task, step);
}

/**
 * Returns one statement that updates tasks and writes the log entries. `sets` are the assignments of the SET clause.
 * `values` is a FROM item with the column task_id, whose other columns `sets` may use.
 */
export function updateTasks(
  ctx: Ctx,
  taskIds: readonly string[],
  action: "update" | "delete",
  sets: Sql,
  values: Sql = sql`unnest(${taskIds}::text[]) n (task_id)`,
): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`with old as (
      select t.task_id, to_jsonb(t) as before
      from maintenance_task t
      where t.tenant_id = ${tenantId} and t.task_id = any(${taskIds})
    ),
    done as (
      update maintenance_task t set ${sets}, updated_by = ${userId}, updated_date = ${at}
      from ${values}
      where t.tenant_id = ${tenantId} and t.task_id = n.task_id
      returning t.task_id, app_row(t) as after
    )
    ${logInto(ctx, action, "MAINTAIN_TASK")} done.task_id, old.before, done.after
    from done
    join old on old.task_id = done.task_id
    returning 1`;
}

/** Returns one statement that updates a task and writes the log entry (`updateTasks`). */
export const updateTask = (ctx: Ctx, taskId: string, action: "update" | "delete", sets: Sql): Sql =>
  updateTasks(ctx, [taskId], action, sets);

/** Notifies open screens that the tasks of molds have changed. */
export function emitTaskChange(ctx: Ctx, ...moldNos: readonly string[]): void {
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [...new Set(moldNos)] });
}
