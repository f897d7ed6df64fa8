import { AppError } from "@shotkeeper/contract/kernel";
import {
  deferTask,
  finishTask,
  type Refusal,
  refuseDefer,
  refuseDone,
  taskState,
} from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldScope, totalShots } from "../basic/index.ts";
import { lastDone, runHoursSince } from "./run-hours.ts";

type TaskFacts = Parameters<typeof refuseDone>[0];

function refuse(r: Refusal | undefined): void {
  if (r) throw new AppError(r.code, r.arg);
}

/** The task, locked until the end of the transaction. One that the asker may not see does not exist. */
async function lockTask(ctx: Ctx, tx: Tx, taskId: string): Promise<TaskFacts> {
  const { tenantId } = ctx.who;
  const [row] = await tx.query(
    sql`select t.state, t.defer_count as "deferCount", t.defer_limit as "deferLimit"
      from maintenance_task t join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.task_id = ${taskId} and ${moldScope(ctx, "m")} for update of t`,
  );
  if (!row) throw new AppError("S0202", "TASK_ID");
  return row as unknown as TaskFacts;
}

/** Changes the task and writes its history, in one statement. */
function changeTask(ctx: Ctx, taskId: string, sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`with old as (select to_jsonb(t) as before from maintenance_task t where t.tenant_id = ${tenantId} and t.task_id = ${taskId}),
    done as (update maintenance_task t set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where t.tenant_id = ${tenantId} and t.task_id = ${taskId} returning to_jsonb(t) as after)
    insert into system_log (tenant_id, at, user_id, action, target, target_key, before, after)
      select ${tenantId}, ${at}, ${userId}, 'update', 'MAINTAIN_TASK', ${taskId}, old.before, done.after from old, done`;
}

function told(ctx: Ctx): void {
  ctx.events.emit(ctx.who.tenantId, { type: "board" });
}

export const commandImpls: readonly CommandImpl[] = [
  handle(finishTask, async (ctx, { taskId, content, imageUrl, minutes }) => {
    const { tenantId, userId } = ctx.who;
    await ctx.db.tx(tenantId, async (tx) => {
      refuse(refuseDone(await lockTask(ctx, tx, taskId)));
      // Hours since the last time, hours in all, and the count: what the next interval and the record begin from.
      const [facts] = await tx.query(
        sql`select round(${runHoursSince(ctx, "m.mold_id", "m.done_at")}, 1) as hours, round(${runHoursSince(ctx, "m.mold_id", "null::timestamptz")}, 1) as total, m.count
          from (select t.mold_id, t.mold_no, ${sql.raw(totalShots)} as count, l.done_at
            from maintenance_task k
            join mold t on t.tenant_id = ${tenantId} and t.mold_no = k.mold_no
            left join binding b on b.tenant_id = ${tenantId} and b.mold_id = t.mold_id and b.unbound_at is null
            left join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = b.counter_id
            cross join lateral (select ${lastDone(ctx, sql`k.kind`)} as done_at from (select t.mold_no) m) l
            where k.tenant_id = ${tenantId} and k.task_id = ${taskId}) m`,
      );
      await tx.query(
        changeTask(
          ctx,
          taskId,
          sql`state = ${taskState.values.done}, content = ${content}, image_url = ${imageUrl}, minutes = ${minutes}, done_at = ${new Date(ctx.now)},
            done_by = ${userId}, done_count = ${facts?.count}, run_hours = ${facts?.hours}, base_run_hours = ${facts?.total}`,
        ),
      );
    });
    told(ctx);
    return { TASK_ID: taskId };
  }),

  handle(deferTask, async (ctx, { taskId, until, reason }) => {
    if (Date.parse(until) <= ctx.now) throw new AppError("S0200", "DEFER_TIME");
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      refuse(refuseDefer(await lockTask(ctx, tx, taskId)));
      await tx.query(
        changeTask(
          ctx,
          taskId,
          sql`state = ${taskState.values.deferred}, deferred_until = ${until}, defer_reason = ${reason}, defer_count = t.defer_count + 1, is_delay = true`,
        ),
      );
    });
    told(ctx);
    return { TASK_ID: taskId };
  }),
];
