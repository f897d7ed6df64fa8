import { taskState } from "@shotkeeper/contract/maintenance";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import type { LockedTask } from "./task-facts.ts";

const { inRepair } = serviceState.values;
const [working, submitted] = [
  sql.constant(taskState.values.working),
  sql.constant(taskState.values.submitted),
];

/**
 * Returns a subquery for the major maintenance tasks in progress of a mold, except the task `taskId`. They keep the
 * mold in repair. `m` is the alias of the mold in the outer query.
 */
const otherRepairs = (ctx: Ctx, taskId: string, columns: string): Sql =>
  sql`select ${sql.raw(columns)}
    from maintenance_task o
    where o.tenant_id = ${ctx.who.tenantId}
      and o.mold_no = m.mold_no
      and o.task_id <> ${taskId}
      and o.state in (${working}, ${submitted})`;

/**
 * SQL expression: service state to which the mold returns after the repair. A task stores this state when it starts.
 * Usually it is the present state of the mold. If another repair of the mold is in progress, it is the state that the
 * other task has stored.
 */
export const serviceBefore = (ctx: Ctx, task: LockedTask, taskId: string): Sql =>
  sql`(
    select coalesce((${otherRepairs(ctx, taskId, "o.service_before")} limit 1), m.service_state)
    from mold m
    where m.tenant_id = ${ctx.who.tenantId} and m.mold_no = ${task.moldNo}
  )`;

/**
 * Returns one statement that sets the service state of the task's mold if `condition` holds, and that writes the log
 * entry.
 */
function setServiceState(ctx: Ctx, task: LockedTask, to: Sql, condition: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`with old as (
        select m.mold_no, to_jsonb(m) as before, ${to} as next
        from mold m
        where m.tenant_id = ${tenantId} and m.mold_no = ${task.moldNo} and ${condition}
      ),
      done as (
        update mold t set service_state = old.next, updated_by = ${userId}, updated_date = ${at}
        from old
        where t.tenant_id = ${tenantId} and t.mold_no = old.mold_no
        returning old.before, app_row(t) as after
      )
      ${logInto(ctx, "update", "BS_MOLD")} ${task.moldNo}, before, after from done returning 1`;
}

/** Returns a statement that sets the service state of the task's mold to "in repair". */
export const intoRepair = (ctx: Ctx, task: LockedTask): Sql =>
  setServiceState(ctx, task, sql`${inRepair}::int`, sql`m.service_state <> ${sql.constant(inRepair)}`);

/**
 * Returns a statement that restores the service state that the mold had before the repair. The statement does nothing
 * if another repair is in progress, or if a user has changed the state meanwhile.
 */
export const outOfRepair = (ctx: Ctx, task: LockedTask, taskId: string): Sql =>
  setServiceState(
    ctx,
    task,
    sql`(
      select coalesce(k.service_before, ${serviceState.values.inService}::int)
      from maintenance_task k
      where k.tenant_id = ${ctx.who.tenantId} and k.task_id = ${taskId}
    )`,
    sql`m.service_state = ${sql.constant(inRepair)} and not exists (${otherRepairs(ctx, taskId, "1")})`,
  );
