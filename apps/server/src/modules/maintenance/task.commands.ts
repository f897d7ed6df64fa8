import { AppError } from "@shotkeeper/contract/kernel";
import {
  acceptTask,
  deferTask,
  finishTask,
  resultsOf,
  sendBackTask,
  startTask,
  stateAfter,
  type TaskStep,
  usedPartsOf,
} from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { totalShots } from "../basic/index.ts";
import { takeParts } from "./parts.ts";
import { intoRepair, outOfRepair, serviceBefore } from "./repair.ts";
import { lastDone, runHoursSince, shotsSince } from "./run-hours.ts";
import { changeTask, type LockedTask, lockForStep, told } from "./task-facts.ts";

type Work = (task: LockedTask, tx: Tx) => Sql | Promise<Sql>;

/** Takes a step: locks, asks the state machine, writes; `after` are statements of the same transaction. */
async function take(
  ctx: Ctx,
  step: TaskStep,
  taskId: string,
  sets: Work,
  after?: (task: LockedTask) => Sql[],
): Promise<{ TASK_ID: string }> {
  const task = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const locked = await lockForStep(ctx, tx, taskId, step);
    const own = await sets(locked, tx);
    await tx.query(
      changeTask(ctx, taskId, "update", sql`state = ${stateAfter(step, locked.kind)}::int, ${own}`),
    );
    const more = after?.(locked) ?? [];
    if (more.length > 0) await tx.all(more);
    return locked;
  });
  told(ctx, task.moldNo);
  return { TASK_ID: taskId };
}

/** Hours and shots since the last time, hours in all, and the count: what the next interval and the record begin from. */
async function standing(ctx: Ctx, tx: Tx, taskId: string): Promise<Record<string, unknown>> {
  const { tenantId } = ctx.who;
  const [facts] = await tx.query(
    sql`select round(${runHoursSince(ctx, "m.mold_id", "m.done_at")}, 1) as hours, round(${runHoursSince(ctx, "m.mold_id", "null::timestamptz")}, 1) as total,
        ${shotsSince(ctx, "m.mold_id", "m.done_at")} as shots, m.count
      from (select t.mold_id, t.mold_no, ${sql.raw(totalShots)} as count, l.done_at
        from maintenance_task k
        join mold t on t.tenant_id = ${tenantId} and t.mold_no = k.mold_no
        left join binding b on b.tenant_id = ${tenantId} and b.mold_id = t.mold_id and b.unbound_at is null
        left join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = b.counter_id
        cross join lateral (select ${lastDone(ctx, sql`k.kind`)} as done_at from (select t.mold_no) m) l
        where k.tenant_id = ${tenantId} and k.task_id = ${taskId}) m`,
  );
  return facts ?? {};
}

export const stepCommands: readonly CommandImpl[] = [
  handle(startTask, (ctx, { taskId }) =>
    take(
      ctx,
      "start",
      taskId,
      (task) =>
        sql`started_at = ${new Date(ctx.now)}, began_by = ${ctx.who.userId}, service_before = ${serviceBefore(ctx, task, taskId)}`,
      (task) => [intoRepair(ctx, task)],
    ),
  ),

  handle(finishTask, (ctx, input) => {
    const { taskId, content, imageUrl, minutes, cost, replaced } = input;
    const results = input.results === null ? null : resultsOf(input.results);
    if (results === undefined) throw new AppError("S0200", "RESULTS");
    const parts = usedPartsOf(input.takenParts ?? []);
    if (parts === undefined) throw new AppError("S0200", "TAKEN_PARTS");
    return take(ctx, "finish", taskId, async (task, tx) => {
      await takeParts(ctx, tx, { taskId, moldNo: task.moldNo }, parts);
      const facts = await standing(ctx, tx, taskId);
      return sql`content = ${content}, image_url = ${imageUrl}, minutes = ${minutes}, cost = ${cost}, replaced = ${replaced},
        results = ${results === null ? null : JSON.stringify(results)}::jsonb, done_at = ${new Date(ctx.now)}, done_by = ${ctx.who.userId},
        done_count = ${facts.count}, run_hours = ${facts.hours}, run_shots = ${facts.shots}, base_run_hours = ${facts.total}`;
    });
  }),

  handle(acceptTask, (ctx, { taskId, acceptNote }) =>
    take(
      ctx,
      "accept",
      taskId,
      () =>
        sql`accepted_at = ${new Date(ctx.now)}, accepted_by = ${ctx.who.userId}, accept_note = ${acceptNote}`,
      (task) => [outOfRepair(ctx, task, taskId)],
    ),
  ),

  handle(sendBackTask, (ctx, { taskId, sendBackReason }) =>
    take(
      ctx,
      "sendBack",
      taskId,
      () =>
        sql`done_at = null, sent_back_count = t.sent_back_count + 1, send_back_reason = ${sendBackReason}`,
    ),
  ),

  handle(deferTask, (ctx, { taskId, until, reason }) => {
    if (Date.parse(until) <= ctx.now) throw new AppError("S0200", "DEFER_TIME");
    return take(
      ctx,
      "defer",
      taskId,
      // The plan moves along: what was put off until then is not overdue before.
      () => sql`deferred_until = ${until}, defer_reason = ${reason}, defer_count = t.defer_count + 1, is_delay = true,
        plan_date = greatest(t.plan_date, (${until}::timestamptz at time zone ${ctx.who.zone})::date)`,
    );
  }),
];
