import { serviceState } from "@shotkeeper/contract/basic";
import { taskState } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import type { LockedTask } from "./task-facts.ts";

const { inRepair } = serviceState.values;
const { working, submitted } = taskState.values;

/** Other major maintenance that keeps the mold in repair. */
const others = (ctx: Ctx, taskId: string, columns: string): Sql =>
  sql`select ${sql.raw(columns)} from maintenance_task o where o.tenant_id = ${ctx.who.tenantId} and o.mold_no = m.mold_no
    and o.task_id <> ${taskId} and o.state in (${working}, ${submitted})`;

/**
 * Where the mold stood before it went into repair, as the task remembers it: for the statement that starts the task.
 * Of two that overlap the second one remembers what the first one did.
 */
export const serviceBefore = (ctx: Ctx, task: LockedTask, taskId: string): Sql =>
  sql`(select coalesce((${others(ctx, taskId, "o.service_before")} limit 1), m.service_state) from mold m where m.tenant_id = ${ctx.who.tenantId} and m.mold_no = ${task.moldNo})`;

/** A document says where the mold stands: its row changes. */
function setService(ctx: Ctx, task: LockedTask, to: Sql, only: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`with old as (select m.mold_no, to_jsonb(m) as before, ${to} as next from mold m where m.tenant_id = ${tenantId} and m.mold_no = ${task.moldNo} and ${only}),
      done as (update mold t set service_state = old.next, updated_by = ${userId}, updated_date = ${at} from old
        where t.tenant_id = ${tenantId} and t.mold_no = old.mold_no returning old.before, to_jsonb(t) as after)
      ${logInto(ctx, "update", "BS_MOLD")} ${task.moldNo}, before, after from done`;
}

export const intoRepair = (ctx: Ctx, task: LockedTask): Sql =>
  setService(ctx, task, sql`${inRepair}::int`, sql`m.service_state <> ${inRepair}`);

/** Back to what it was, unless something else keeps it in repair, or somebody has put it elsewhere meanwhile. */
export const outOfRepair = (ctx: Ctx, task: LockedTask, taskId: string): Sql =>
  setService(
    ctx,
    task,
    sql`(select coalesce(k.service_before, 0) from maintenance_task k where k.tenant_id = ${ctx.who.tenantId} and k.task_id = ${taskId})`,
    sql`m.service_state = ${inRepair} and not exists (${others(ctx, taskId, "1")})`,
  );
