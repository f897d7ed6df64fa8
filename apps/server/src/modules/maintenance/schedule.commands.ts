import { AppError, decodeRow, errors, type Fields, wireMessage } from "@shotkeeper/contract/kernel";
import {
  deferFields,
  deferTask,
  deferTasks,
  maxScheduled,
  planTask,
  type RowResults,
  scheduleFields,
  scheduleTasks,
  taskState,
} from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { notifyAssignees } from "./notices.ts";
import { assignableTasks } from "./people.ts";
import { emitTaskChange, type LockedTask, lockTasks, requireStep, updateTasks } from "./task-facts.ts";

const dayMs = 86_400_000;
const standardDeferDays = 30;
const { due, overdue } = taskState.values;

interface TaskRow {
  readonly taskId: string;
  /**
   * Time of the task's last change that the caller has seen. Null or absent: the caller accepts any version of the
   * task.
   */
  readonly updatedDate?: string | null;
}

interface ScheduleRow extends TaskRow {
  /** Planned day. Undefined: the stored day stays unchanged. Null: the stored day is deleted. */
  readonly planDate?: string | null;
  readonly assignee?: string | null;
}

interface Accepted {
  readonly task: LockedTask;
  readonly planDate: string | null;
  /** True if `planDate` differs from the stored day. */
  readonly isMoved: boolean;
  readonly assignee: string | null;
}

/** Result: the reasons of refused rows by task id, and the changed tasks. */
interface Outcome {
  readonly refused: Map<string, AppError>;
  readonly changed: readonly LockedTask[];
}

/** Returns the error that `check` throws. Undefined if it throws none. */
function refusalOf(check: () => void): AppError | undefined {
  try {
    check();
    return undefined;
  } catch (cause) {
    if (cause instanceof AppError) return cause;
    throw cause;
  }
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Returns a decoded row. Values that the caller did not send stay undefined. */
const rowOf = (taskId: string, row: Readonly<Record<string, unknown>>): ScheduleRow => ({
  taskId,
  updatedDate: textOf(row.updatedDate),
  ...("planDate" in row && { planDate: textOf(row.planDate) }),
  ...("assignee" in row && { assignee: textOf(row.assignee) }),
});

/**
 * Decodes the rows of a bulk command. Refuses rows with an invalid value, and all rows of a task that is named twice.
 * The whole call is refused if it has no rows, too many rows, or a row without a task.
 */
function readRows(value: unknown, name: string, fields: Fields) {
  if (!Array.isArray(value) || value.length === 0) throw errors.missingField(name);
  if (value.length > maxScheduled) throw errors.tooManyRows(maxScheduled);
  const rows = new Map<string, ScheduleRow>();
  const refused = new Map<string, AppError>();
  for (const row of value as readonly unknown[]) {
    const taskId = typeof row === "object" && row !== null && "TASK_ID" in row ? row.TASK_ID : undefined;
    if (typeof taskId !== "string" || taskId === "") throw errors.invalidField(name);
    const refusal = refusalOf(() => {
      if (rows.has(taskId)) throw errors.duplicate("taskId");
      rows.set(taskId, rowOf(taskId, decodeRow(row, fields, { mode: "insert" })));
    });
    if (refusal) refused.set(taskId, refusal);
  }
  for (const taskId of refused.keys()) rows.delete(taskId);
  return { rows: [...rows.values()], refused };
}

/** Throws if the task has changed since the caller has seen it (optimistic lock). */
function requireSeen(task: LockedTask, row: TaskRow): void {
  if (!row.updatedDate || task.updatedDate === null) return;
  if (Date.parse(row.updatedDate) !== Date.parse(task.updatedDate)) throw errors.changedMeanwhile();
}

/** Selects today in the tenant's time zone. */
const todaySql = (ctx: Ctx) =>
  sql<{
    today: string;
  }>`select (${new Date(ctx.now)}::timestamptz at time zone ${ctx.who.zone})::date as today`;

/**
 * Sets planned days and assignees. The number of statements does not depend on the number of rows. The planned day may
 * not be in the past, and the assignee must be able to see the mold. Values that a row does not change are not checked.
 * The lists of results are created inside the transaction function, because a conflict makes this function run again.
 */
async function schedule(ctx: Ctx, rows: readonly ScheduleRow[]): Promise<Outcome> {
  const { tenantId } = ctx.who;
  const { refused, assigned, changed } = await ctx.db.tx(tenantId, async (tx) => {
    const refused = new Map<string, AppError>();
    const assigned: string[] = [];
    const named = rows.filter((r) => typeof r.assignee === "string");
    const [locked, assignable, [day]] = await tx.all([
      lockTasks(
        ctx,
        rows.map((r) => r.taskId),
      ),
      assignableTasks(
        ctx,
        named.map((r) => r.taskId),
        named.map((r) => r.assignee ?? ""),
      ),
      todaySql(ctx),
    ]);
    const tasks = new Map(locked.map((t) => [t.taskId, t]));
    const mayBeAssigned = new Set(assignable.map((r) => r.task_id));
    const accepted: Accepted[] = [];
    for (const row of rows) {
      const refusal = refusalOf(() => {
        const task = requireStep(ctx, tasks.get(row.taskId), "plan");
        requireSeen(task, row);
        const planDate = row.planDate === undefined ? task.planDate : row.planDate;
        const assignee = row.assignee === undefined ? task.assignee : row.assignee;
        const isMoved = planDate !== task.planDate;
        if (isMoved && planDate !== null && planDate < String(day?.today))
          throw errors.invalidField("planDate");
        const isNew = assignee !== null && assignee !== task.assignee;
        if (isNew && !mayBeAssigned.has(row.taskId)) throw errors.unknownReference("assignee");
        if (isNew) assigned.push(row.taskId);
        accepted.push({ task, planDate, isMoved, assignee });
      });
      if (refusal) refused.set(row.taskId, refusal);
    }
    if (accepted.length > 0) tx.enqueue(scheduleSql(ctx, accepted));
    return { refused, assigned, changed: accepted.map((a) => a.task) };
  });
  await notifyAssignees(ctx, assigned);
  if (changed.length > 0) emitTaskChange(ctx, ...changed.map((t) => t.moldNo));
  return { refused, changed };
}

/**
 * Returns the statement that stores planned days and assignees. An overdue task that gets another day becomes due
 * again, unless it has no deferral left. This change sends no notice, because only changes by the job send notices.
 */
function scheduleSql(ctx: Ctx, rows: readonly Accepted[]): Sql {
  const ids = rows.map((r) => r.task.taskId);
  return updateTasks(
    ctx,
    ids,
    "update",
    sql`plan_date = n.plan_date,
      assignee = n.assignee,
      state = case when t.state = ${sql.constant(overdue)}
          and t.defer_count < t.defer_limit
          and n.is_moved
          and n.plan_date is not null
        then ${due}::int else t.state end`,
    sql`unnest(
      ${ids}::text[], ${rows.map((r) => r.planDate)}::date[], ${rows.map((r) => r.isMoved)}::boolean[],
      ${rows.map((r) => r.assignee)}::text[]
    ) as n (task_id, plan_date, is_moved, assignee)`,
  );
}

/** Throws if a deferral lasts longer than the tenant allows (parameter MAINTAIN_DEFER_DAYS). */
async function requireShortDeferral(ctx: Ctx, tx: Tx, until: string): Promise<void> {
  const [row] = await tx.query(
    sql<{ days: number }>`select coalesce((
        select max(prm_value::int)
        from parameter
        where tenant_id = ${tx.tenantId} and prm_id = 'MAINTAIN_DEFER_DAYS' and prm_value ~ '^[0-9]{1,3}$'
      ), ${standardDeferDays}::int) as days`,
  );
  const days = row?.days ?? standardDeferDays;
  if (Date.parse(until) > ctx.now + days * dayMs) throw errors.deferredTooLong(days);
}

/** Defers tasks until a time. The number of statements does not depend on the number of rows. */
async function defer(ctx: Ctx, rows: readonly TaskRow[], until: string, reason: string): Promise<Outcome> {
  const outcome = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const refused = new Map<string, AppError>();
    const locked = await tx.query(
      lockTasks(
        ctx,
        rows.map((r) => r.taskId),
      ),
    );
    const tasks = new Map(locked.map((t) => [t.taskId, t]));
    const accepted: LockedTask[] = [];
    for (const row of rows) {
      const refusal = refusalOf(() => {
        const task = requireStep(ctx, tasks.get(row.taskId), "defer");
        requireSeen(task, row);
        accepted.push(task);
      });
      if (refusal) refused.set(row.taskId, refusal);
    }
    if (accepted.length === 0) return { refused, changed: accepted };
    await requireShortDeferral(ctx, tx, until);
    // Sets the planned day to the day on which the deferral ends, unless the planned day is later. Otherwise the task
    // would be overdue before the deferral ends.
    tx.enqueue(
      updateTasks(
        ctx,
        accepted.map((t) => t.taskId),
        "update",
        sql`state = ${taskState.values.deferred}::int,
          deferred_until = ${until},
          defer_reason = ${reason},
          defer_count = t.defer_count + 1,
          is_delay = true,
          plan_date = greatest(t.plan_date, (${until}::timestamptz at time zone ${ctx.who.zone})::date)`,
      ),
    );
    return { refused, changed: accepted };
  });
  if (outcome.changed.length > 0) emitTaskChange(ctx, ...outcome.changed.map((t) => t.moldNo));
  return outcome;
}

const requireLater = (ctx: Ctx, until: string): void => {
  if (Date.parse(until) <= ctx.now) throw errors.invalidField("deferTime");
};

/** Returns the answer of a command with a single task. Throws if the task was refused. */
function single({ refused }: Outcome, taskId: string): { readonly taskId: string } {
  const refusal = refused.get(taskId);
  if (refusal) throw refusal;
  return { taskId };
}

/** Returns the answer of a bulk command. `unread` are the rows that could not be decoded. */
const byRow = (unread: ReadonlyMap<string, AppError>, { refused, changed }: Outcome): RowResults => ({
  count: changed.length,
  refused: [...unread, ...refused].map(([taskId, r]) => ({ taskId, message: wireMessage(r) })),
});

export const scheduleCommands: readonly CommandImpl[] = [
  handle(planTask, async (ctx, row) => single(await schedule(ctx, [row]), row.taskId)),

  handle(scheduleTasks, async (ctx, input) => {
    const { rows, refused } = readRows(input.schedule, "schedule", scheduleFields);
    return byRow(refused, await schedule(ctx, rows));
  }),

  handle(deferTask, async (ctx, { taskId, until, reason }) => {
    requireLater(ctx, until);
    return single(await defer(ctx, [{ taskId }], until, reason), taskId);
  }),

  handle(deferTasks, async (ctx, { deferrals, until, reason }) => {
    requireLater(ctx, until);
    const { rows, refused } = readRows(deferrals, "deferrals", deferFields);
    return byRow(refused, await defer(ctx, rows, until, reason));
  }),
];
