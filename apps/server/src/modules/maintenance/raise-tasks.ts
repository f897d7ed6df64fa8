import { errors } from "@shotkeeper/contract/kernel";
import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { countFittingNumbers } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type JobResult, timeBudget, unfinished } from "../../kernel/time-budget.ts";
import { notifyTasks } from "./notices.ts";
import {
  type Check,
  type Checked,
  chunkSize,
  dueChecks,
  longestCheckMs,
  ofMold,
  requestChecks,
  storeChecks,
} from "./task-checks.ts";
import { isOpenMaintenance } from "./task-facts.ts";

/** Share of the maintenance interval at which a task is raised with the state "coming up" (spec admin §3). */
const comingUpShare = 0.8;
const hourMs = 3_600_000;
/**
 * Shortest possible time between two shots of a mold, ms. The job multiplies it by the shots that are left until a task
 * comes up or becomes due. The result is the shortest time until then.
 */
const minShotMs = 500;
const { daily, major } = taskKind.values;
const { comingUp, due, overdue } = taskState.values;
const isComingUp = sql.constant(comingUp);
const isDue = sql.constant(due);
const isDeferred = sql.constant(taskState.values.deferred);
const scrapped = sql.constant(serviceState.values.scrapped);
const inStorage = sql.constant(serviceState.values.inStorage);
/** A major task that becomes due gets a planned day this number of days later, unless a user has planned it. */
const defaultPlanDays = 7;
/**
 * Maximum time until the figures of a mold are computed again, ms. This is needed because late readings may have added
 * hours. Each mold waits between 50 % and 100 % of this time, so that not all molds are computed in the same minute.
 * Molds that never had a counter or hours, and molds that need no task, wait longer (`longestCheckMs`).
 */
const recheckMs = { [daily]: hourMs, [major]: 4 * hourMs };
/** Number of different waits of molds until their next check (between 50 % and 100 % of the longest wait). */
const shareSteps = 30;
/** Id of the numbering rule of maintenance tasks. */
const documentRule = "MT";

/**
 * Job: raises maintenance tasks from run hours and shots, and updates task states that depend on time. Sends notices of
 * overdue tasks and of major tasks that became due. The job checks only molds whose next check is due
 * (`maintenance_check`).
 */
export async function raiseTasks(ctx: Ctx): Promise<JobResult> {
  const isUsedUp = timeBudget();
  let changed = 0;
  let unnumbered = 0;
  let result: JobResult;
  try {
    changed = await updateStatesByTime(ctx);
    await requestChecks(ctx);
    for (;;) {
      const checks = await dueChecks(ctx);
      const done = await raiseOrPromote(ctx, checks);
      changed += done.changed;
      unnumbered += done.unnumbered;
      if (checks.length < chunkSize) break;
      if (isUsedUp()) {
        result = unfinished;
        break;
      }
    }
  } finally {
    await notifyTasks(ctx);
    if (changed > 0) ctx.events.emit(ctx.who.tenantId, { type: "board" });
  }
  if (unnumbered > 0) throw errors.invalidField("snCount");
  return result;
}

/**
 * Raises the tasks of one mold, and sends no notices. The demo calls this function for the past times of its generated
 * history.
 */
export async function raiseTaskOf(ctx: Ctx, moldNo: string): Promise<void> {
  const { unnumbered } = await raiseOrPromote(ctx, await dueChecks(ctx, ofMold(ctx, moldNo)));
  if (unnumbered > 0) throw errors.invalidField("snCount");
}

/** SQL expression: maximum number of deferrals per task that the tenant allows (spec admin §3). */
export const deferLimit = (ctx: Ctx): Sql =>
  sql`coalesce((
    select max(prm_value::int)
    from parameter
    where tenant_id = ${ctx.who.tenantId} and prm_id = 'MAINTAIN_TIMES' and prm_value ~ '^[0-9]{1,4}$'
  ), 2)`;

/**
 * Updates the states of tasks that depend only on the time and on the state of the mold. Returns the number of changed
 * tasks. Tasks of molds out of use are closed. When a deferral ends, the task becomes due, or overdue if no further
 * deferral is allowed. A planned task becomes due on its planned day and overdue after that day.
 */
async function updateStatesByTime(ctx: Ctx): Promise<number> {
  const { tenantId, userId, zone } = ctx.who;
  const at = new Date(ctx.now);
  const today = sql`(${at}::timestamptz at time zone ${zone})::date`;
  const stamp = sql`updated_by = ${userId}, updated_date = ${at}`;
  const results = await ctx.db.run(tenantId, [
    // Closes tasks of molds in storage, scrapped or archived, but leaves `removed_at` empty. A task that a user removes
    // starts the maintenance interval again; these tasks do not. So the run hours before the mold went into storage
    // still count towards its next maintenance.
    sql`with old as (
        select k.task_id, k.state, k.updated_date as seen_date, to_jsonb(k) as before
        from maintenance_task k
        join mold m on m.tenant_id = ${tenantId} and m.mold_no = k.mold_no
        where k.tenant_id = ${tenantId}
          and k.state in (${isComingUp}, ${isDue}, ${isDeferred}, ${sql.constant(overdue)})
          and (m.service_state in (${scrapped}, ${inStorage}) or m.archived_date is not null)
      ),
      done as (
        update maintenance_task t set state = ${taskState.values.removed}, ${stamp}
        from old
        where t.tenant_id = ${tenantId} and t.task_id = old.task_id and t.state = old.state
          and t.updated_date is not distinct from old.seen_date
        returning t.task_id, old.before, app_row(t) as after
      )
      ${logInto(ctx, "delete", "MAINTAIN_TASK")} task_id, before, after from done returning 1`,
    sql`update maintenance_task set
        state = case when defer_count >= defer_limit then ${overdue}::int else ${due}::int end,
        overdue_at = case when defer_count >= defer_limit then deferred_until else overdue_at end,
        ${stamp}
      where tenant_id = ${tenantId} and state = ${isDeferred} and deferred_until <= ${at}
      returning 1`,
    sql`update maintenance_task set state = ${due}, ${stamp}
      where tenant_id = ${tenantId} and state = ${isComingUp} and plan_date <= ${today}
      returning 1`,
    sql`update maintenance_task set state = ${overdue}, overdue_at = ${at}, is_delay = true, ${stamp}
      where tenant_id = ${tenantId} and state = ${isDue} and plan_date < ${today}
      returning 1`,
  ]);
  return results.reduce((n, rows) => n + rows.length, 0);
}

/**
 * A new maintenance task, or a task in the state "coming up" that becomes due. `check`: the figures of the mold;
 * `source`: the reason of the task (run hours or shots); `state`: the task state that follows from the figures.
 */
interface Raised {
  readonly check: Check;
  readonly source: number;
  readonly state: number;
}

interface Done {
  /** Number of changed rows. */
  readonly changed: number;
  /** Number of tasks that could not be raised, because the numbering rule has no digits for more numbers. */
  readonly unnumbered: number;
}

/**
 * Raises missing tasks, and promotes tasks from coming up to due. Stores when each mold is checked again. If the
 * numbering rule has too few numbers, raises as many tasks as it has numbers.
 */
async function raiseOrPromote(ctx: Ctx, checks: readonly Check[]): Promise<Done> {
  if (checks.length === 0) return { changed: 0, unnumbered: 0 };
  const { tenantId } = ctx.who;
  const checked: Checked[] = [];
  const raised: Raised[] = [];
  for (const check of checks) {
    const result = judge(check, ctx.now);
    if ("nextAt" in result) checked.push({ check, nextAt: result.nextAt });
    else {
      raised.push({ check, ...result });
      // Checks the mold again in the next run: its new task may become due, or another server may have raised the task.
      checked.push({ check, nextAt: ctx.now + 1 });
    }
  }
  const missing = raised.filter((r) => r.check.task_id === null);
  const promoted = raised.filter((r) => r.check.task_id !== null);
  const numbers = missing.length > 0 ? await countFittingNumbers(ctx, documentRule, missing.length) : [];
  const results = await ctx.db.run(tenantId, [
    ...(numbers.length > 0 ? [insertTasks(ctx, numbers, missing.slice(0, numbers.length))] : []),
    ...(promoted.length > 0 ? [promoteTasks(ctx, promoted)] : []),
    storeChecks(ctx, checked),
  ]);
  return {
    changed: results.reduce((n, rows) => n + rows.length, 0),
    unnumbered: missing.length - numbers.length,
  };
}

function judge(c: Check, now: number): { nextAt: number } | { source: number; state: number } {
  const share = 0.5 + (c.mold_id % shareSteps) / shareSteps / 2;
  if (c.hours === null) return { nextAt: now + longestCheckMs * share };
  const shots = c.shots ?? 0;
  const intervalShots = c.interval_shots ?? Number.POSITIVE_INFINITY;
  const byHours = c.hours / c.interval_hours;
  const byShots = shots / intervalShots;
  const threshold = c.task_id === null ? comingUpShare : 1;
  const used = Math.max(byHours, byShots);
  if (used >= threshold)
    return {
      source: taskSource.values[byHours >= byShots ? "hours" : "shots"],
      state: used >= 1 ? due : comingUp,
    };
  const longest = c.was_bound || c.hours > 0 ? recheckMs[c.kind] : longestCheckMs;
  return {
    nextAt:
      now +
      Math.min(
        longest * share,
        (threshold * c.interval_hours - c.hours) * hourMs,
        (threshold * intervalShots - shots) * minShotMs,
      ),
  };
}

/** Returns a FROM item (alias `n`) with new tasks to raise, or with tasks to change from coming up to due. */
function rowsOf(taskIds: readonly (string | null)[], rows: readonly Raised[]): Sql {
  const column = <T>(of: (r: Raised) => T) => rows.map(of);
  return sql`unnest(
      ${taskIds}::text[],
      ${column((r) => r.check.mold_no)}::text[],
      ${column((r) => r.check.kind)}::int[],
      ${column((r) => r.state)}::int[],
      ${column((r) => r.source)}::int[],
      ${column((r) => r.check.hours)}::float8[],
      ${column((r) => r.check.interval_hours)}::numeric[],
      ${column((r) => (r.check.interval_shots === null ? null : r.check.shots))}::bigint[],
      ${column((r) => r.check.interval_shots)}::bigint[]
    ) as n (task_id, mold_no, kind, state, task_source, hours, interval_hours, shots, interval_shots)`;
}

/** SQL expression: planned day of a new or newly due task (alias `n`). Null, except for a due major task. */
const defaultPlanDate = (ctx: Ctx): Sql =>
  sql`case when n.kind = ${major} and n.state = ${due}
    then (${new Date(ctx.now)}::timestamptz at time zone ${ctx.who.zone})::date + ${defaultPlanDays}::int end`;

/**
 * Idempotent insert of tasks. `on conflict` skips tasks that another server has already inserted. A task is also
 * skipped if its number was already issued, for example before a change of the numbering rule. The next run then raises
 * the task.
 */
function insertTasks(ctx: Ctx, numbers: readonly string[], rows: readonly Raised[]): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`with issued as (
      insert into document_issued (tenant_id, doc_id, number)
      select ${tenantId}::int, ${documentRule}, x
      from unnest(${numbers}::text[]) x
      on conflict do nothing
      returning number
    ),
    done as (
      insert into maintenance_task as t (
        tenant_id, task_id, kind, mold_no, state, task_source,
        run_hours, interval_hours, run_shots, interval_shots,
        raised_at, plan_date, defer_limit, base_run_hours,
        created_by, created_date, updated_by, updated_date
      )
      select ${tenantId}::int, n.task_id, n.kind, n.mold_no, n.state, n.task_source,
        round(n.hours::numeric, 1), n.interval_hours, n.shots, n.interval_shots,
        ${at}, ${defaultPlanDate(ctx)}, ${deferLimit(ctx)},
        coalesce((
          select d.base_run_hours
          from maintenance_task d
          where d.tenant_id = ${tenantId}
            and d.mold_no = n.mold_no
            and d.kind = n.kind
            and d.state = ${sql.constant(taskState.values.done)}
            and d.task_source <> ${sql.constant(taskSource.values.breakdown)}
          order by d.done_at desc
          limit 1
        ), 0),
        ${userId}, ${at}, ${userId}, ${at}
      from issued i
      join ${rowsOf(numbers, rows)} on n.task_id = i.number
      on conflict (tenant_id, mold_no, kind) where ${isOpenMaintenance()} do nothing
      returning t.task_id, app_row(t) as after
    )
    ${logInto(ctx, "insert", "MAINTAIN_TASK", "after")} task_id, after from done returning 1`;
}

/** Returns a statement that changes tasks from coming up to due. */
function promoteTasks(ctx: Ctx, rows: readonly Raised[]): Sql {
  const { tenantId, userId } = ctx.who;
  const taskIds = rows.map((r) => r.check.task_id);
  return sql`update maintenance_task t set
      state = ${due},
      run_hours = round(n.hours::numeric, 1),
      run_shots = n.shots,
      plan_date = coalesce(t.plan_date, ${defaultPlanDate(ctx)}),
      updated_by = ${userId},
      updated_date = ${new Date(ctx.now)}
    from ${rowsOf(taskIds, rows)}
    where t.tenant_id = ${tenantId} and t.task_id = n.task_id and t.state = ${isComingUp}
    returning 1`;
}
