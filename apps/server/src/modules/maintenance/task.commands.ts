import { errors } from "@shotkeeper/contract/kernel";
import {
  acceptTask,
  finishTask,
  readResults,
  readUsedParts,
  sendBackTask,
  startTask,
  stateAfter,
  type TaskStep,
  taskState,
  writeResults,
} from "@shotkeeper/contract/maintenance";
import { actTime } from "../../kernel/act-time.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { endRepairOfTrial, totalShots } from "../mold/index.ts";
import { checklistsOf, requireComplete } from "./completeness.ts";
import { notifyAssignees } from "./notices.ts";
import { takeFromStock } from "./parts.ts";
import { intoRepair, outOfRepair, serviceBefore } from "./repair.ts";
import { lastDone, runHoursSince, shotsSince } from "./run-hours.ts";
import { emitTaskChange, type LockedTask, lockForStep, updateTask } from "./task-facts.ts";

/** Returns the SQL assignments that a step of a task (such as its start) makes besides the new state. */
type Assignments = (task: LockedTask, tx: Tx) => Sql | Promise<Sql>;

/**
 * Performs a step of a task: locks the task, checks whether its state allows the step, and writes the new state and the
 * columns that the step sets. Then runs the statements that `after` returns.
 */
async function performStep(
  ctx: Ctx,
  step: TaskStep,
  taskId: string,
  assignments: Assignments,
  after?: (task: LockedTask) => Sql[],
): Promise<{ readonly taskId: string }> {
  const task = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const locked = await lockForStep(ctx, tx, taskId, step);
    const sets = await assignments(locked, tx);
    const state = sql`state = ${stateAfter(step, locked.kind)}::int`;
    tx.enqueue(updateTask(ctx, taskId, "update", sql`${state}, ${sets}`), ...(after?.(locked) ?? []));
    return locked;
  });
  emitTaskChange(ctx, task.moldNo);
  return { taskId };
}

const done = sql.constant(taskState.values.done);

interface RunFigures {
  /** Run hours of the mold since its last maintenance of this kind. Null if they are not known. */
  readonly hours: number | null;
  /** Shots of the mold since its last maintenance of this kind. Null if they are not known. */
  readonly shots: number | null;
  /**
   * All run hours of the mold: the total that the mold's previous finished task has stored, plus the hours since.
   * Adding up all hours would take longer.
   */
  readonly total: number | null;
  readonly count: number | null;
}

const noFigures: RunFigures = { hours: null, shots: null, total: null, count: null };

/**
 * Returns the statement that computes the run figures to store with a task that was finished at the time `until`. The
 * statement computes the sums up to now, which is fast. Then it subtracts the hours and shots after `until`. `offset 0`
 * makes the planner compute `done_at` only once instead of at each use.
 */
function runFiguresOf(ctx: Ctx, taskId: string, until: number): Sql<RunFigures> {
  const { tenantId } = ctx.who;
  const isPast = until < ctx.now;
  const laterHours = isPast ? sql`- ${runHoursSince(ctx, "m.mold_id", "m.until")}` : sql.empty;
  const laterShots = isPast ? sql`- ${shotsSince(ctx, "m.mold_id", "m.until")}` : sql.empty;
  return sql<RunFigures>`select
      round(${runHoursSince(ctx, "m.mold_id", "m.done_at")} ${laterHours}, 1) as hours,
      coalesce(m.base_run_hours, 0)
        + round(${runHoursSince(ctx, "m.mold_id", "m.base_at")} ${laterHours}, 1) as total,
      ${shotsSince(ctx, "m.mold_id", "m.done_at")} ${laterShots} as shots,
      m.count ${laterShots} as count
    from (
      select t.mold_id, t.mold_no, ${sql.raw(totalShots)} as count, l.done_at,
        ${new Date(until)}::timestamptz as until,
        p.done_at as base_at, p.base_run_hours
      from maintenance_task k
      join mold t on t.tenant_id = ${tenantId} and t.mold_no = k.mold_no
      left join binding b on b.tenant_id = ${tenantId} and b.mold_id = t.mold_id and b.unbound_at is null
      left join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = b.counter_id
      cross join lateral (select ${lastDone(ctx, sql`k.kind`)} as done_at from (select t.mold_no) m) l
      left join lateral (
        select d.done_at, d.base_run_hours
        from maintenance_task d
        where d.tenant_id = ${tenantId} and d.mold_no = t.mold_no and d.state = ${done}
        order by d.done_at desc
        limit 1
      ) p on true
      where k.tenant_id = ${tenantId} and k.task_id = ${taskId}
      offset 0
    ) m`;
}

export const stepCommands: readonly CommandImpl[] = [
  handle(startTask, (ctx, { taskId }) =>
    performStep(
      ctx,
      "start",
      taskId,
      (task) =>
        sql`started_at = ${new Date(ctx.now)},
          began_by = ${ctx.who.userId},
          service_before = ${serviceBefore(ctx, task, taskId)}`,
      (task) => [intoRepair(ctx, task)],
    ),
  ),

  handle(finishTask, (ctx, input) => {
    const { taskId, content, imageUrl, minutes, cost, replaced } = input;
    const results = input.results === null ? null : readResults(input.results);
    if (results === undefined) throw errors.invalidField("results");
    const parts = input.takenParts === null ? null : readUsedParts(input.takenParts);
    if (parts === undefined) throw errors.invalidField("takenParts");
    const at = actTime(ctx, "finishedAt", input.finishedAt);
    return performStep(ctx, "finish", taskId, async (task, tx) => {
      if (at < ctx.now && at < Date.parse(task.startedAt ?? task.raisedAt))
        throw errors.invalidField("finishedAt");
      const [lists, [figures = noFigures]] = await tx.all([
        checklistsOf(tx, task),
        runFiguresOf(ctx, taskId, at),
      ]);
      requireComplete(lists, results ?? []);
      if (parts !== null) await takeFromStock(ctx, tx, { taskId, moldNo: task.moldNo }, parts);
      return sql`content = ${content},
        image_url = ${imageUrl},
        minutes = ${minutes},
        cost = ${cost},
        replaced = ${replaced},
        results = ${results === null ? null : JSON.stringify(writeResults(results))}::jsonb,
        done_at = ${new Date(at)},
        done_by = ${ctx.who.userId},
        done_count = ${figures.count},
        run_hours = ${figures.hours},
        run_shots = ${figures.shots},
        base_run_hours = ${figures.total}`;
    });
  }),

  handle(acceptTask, (ctx, { taskId, acceptNote }) =>
    performStep(
      ctx,
      "accept",
      taskId,
      () =>
        sql`accepted_at = ${new Date(ctx.now)}, accepted_by = ${ctx.who.userId}, accept_note = ${acceptNote}`,
      (task) => [outOfRepair(ctx, task, taskId), endRepairOfTrial(ctx, task.moldNo, taskId)],
    ),
  ),

  handle(sendBackTask, async (ctx, { taskId, sendBackReason }) => {
    const sentBack = await performStep(
      ctx,
      "sendBack",
      taskId,
      () =>
        sql`done_at = null, sent_back_count = t.sent_back_count + 1, send_back_reason = ${sendBackReason}`,
    );
    await notifyAssignees(ctx, [taskId], "sentBack");
    return sentBack;
  }),
];
