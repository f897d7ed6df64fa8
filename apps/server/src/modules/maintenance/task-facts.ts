import { AppError, type EnumValue } from "@shotkeeper/contract/kernel";
import {
  type Refusal,
  refuseTaskStep,
  type TaskFacts,
  type TaskStep,
  type taskKind,
} from "@shotkeeper/contract/maintenance";
import { type Ctx, may } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { moldScope } from "../basic/index.ts";
import { menuOf } from "./run-hours.ts";

export interface LockedTask extends TaskFacts {
  readonly kind: EnumValue<typeof taskKind>;
  readonly moldNo: string;
  readonly moldId: number;
  readonly assignee: string | null;
}

function refuse(r: Refusal | undefined): void {
  if (r) throw new AppError(r.code, r.arg);
}

export function requireKind(ctx: Ctx, kind: EnumValue<typeof taskKind>, action: "A" | "M" | "D"): void {
  if (!may(ctx.who, menuOf[kind], action)) throw new AppError("S0020");
}

/** The task and its mold, locked until the end of the transaction. One that the asker may not see does not exist. */
async function lockTask(ctx: Ctx, tx: Tx, taskId: string): Promise<LockedTask> {
  const { tenantId } = ctx.who;
  const [row] = await tx.query(
    sql`select t.kind, t.state, t.defer_count as "deferCount", t.defer_limit as "deferLimit", t.done_by as "doneBy", t.assignee,
        m.service_state as "serviceState", m.mold_no as "moldNo", m.mold_id::int as "moldId"
      from maintenance_task t join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.task_id = ${taskId} and ${moldScope(ctx, "m")} for update of t, m`,
  );
  if (!row) throw new AppError("S0202", "TASK_ID");
  return row as unknown as LockedTask;
}

/** Locks a task for a step, if the asker may take it on this kind and now. */
export async function lockForStep(ctx: Ctx, tx: Tx, taskId: string, step: TaskStep): Promise<LockedTask> {
  const task = await lockTask(ctx, tx, taskId);
  requireKind(ctx, task.kind, step === "remove" ? "D" : "M");
  refuse(refuseTaskStep(step, task, ctx.who.userId));
  return task;
}

/** Changes the task and writes its history, in one statement. */
export function changeTask(ctx: Ctx, taskId: string, action: "update" | "delete", sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`with old as (select to_jsonb(t) as before from maintenance_task t where t.tenant_id = ${tenantId} and t.task_id = ${taskId}),
    done as (update maintenance_task t set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where t.tenant_id = ${tenantId} and t.task_id = ${taskId} returning to_jsonb(t) as after)
    ${logInto(ctx, action, "MAINTAIN_TASK")} ${taskId}, old.before, done.after from old, done`;
}

export function told(ctx: Ctx, moldNo: string): void {
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: [moldNo] });
}
