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
  readonly assignee: string | null;
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

/** Locks a task and its mold until the end of the transaction. Throws if the task is outside the caller's scope. */
async function lockTask(ctx: Ctx, tx: Tx, taskId: string): Promise<LockedTask> {
  const { tenantId } = ctx.who;
  const [row] = await tx.query(
    sql<LockedTask>`select t.kind, t.state, t.defer_count as "deferCount", t.defer_limit as "deferLimit",
        t.done_by as "doneBy", t.assignee,
        m.service_state as "serviceState", m.mold_no as "moldNo", m.mold_id::int as "moldId"
      from maintenance_task t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.task_id = ${taskId} and ${moldScope(ctx, "m")}
      for update of t, m`,
  );
  if (!row) throw errors.unknownReference("taskId");
  return row;
}

/**
 * Locks a task for a step. Throws if the caller has no right on tasks of this kind, or if the state machine does not
 * allow the step.
 */
export async function lockForStep(ctx: Ctx, tx: Tx, taskId: string, step: TaskStep): Promise<LockedTask> {
  const task = await lockTask(ctx, tx, taskId);
  requireKind(ctx, task.kind, step === "remove" ? "D" : "M");
  refuse(refuseTaskStep(step, task, ctx.who.userId));
  return task;
}

/** Returns one statement that updates a task and writes the log entry. `sets` are the assignments of the SET clause. */
export function updateTask(ctx: Ctx, taskId: string, action: "update" | "delete", sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const isTask = sql`t.tenant_id = ${tenantId} and t.task_id = ${taskId}`;
  return sql`with old as (select to_jsonb(t) as before from maintenance_task t where ${isTask}),
    done as (
      update maintenance_task t set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where ${isTask}
      returning to_jsonb(t) as after
    )
    ${logInto(ctx, action, "MAINTAIN_TASK")} ${taskId}, old.before, done.after from old, done`;
}

/** Notifies open screens that the tasks of a mold have changed. */
export function emitTaskChange(ctx: Ctx, moldNo: string): void {
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
}
