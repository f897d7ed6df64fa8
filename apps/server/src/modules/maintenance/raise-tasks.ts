import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { notifyTasks } from "./notices.ts";
import { countsFrom, runHoursSince, shotsSince } from "./run-hours.ts";
import { isOpenMaintenance } from "./task-facts.ts";

/** Share of the maintenance interval at which a task is raised with the state "coming up" (spec admin §3). */
const comingUpShare = 0.8;
const hourMs = 3_600_000;
/**
 * Shortest possible time between two shots of a mold, ms. With it the job computes when a mold can reach its limit of
 * shots at the earliest.
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
 * Maximum time until the figures of a mold are computed again, ms, because late readings may add hours. Each mold
 * waits between 50 % and 100 % of this time. So the molds are not all computed in the same minute.
 */
const recheckMs = { [daily]: hourMs, [major]: 4 * hourMs };
/** The waiting times of the molds have this number of different lengths between 50 % and 100 % of `recheckMs`. */
const shareSteps = 30;
/**
 * Number of molds that one SQL statement handles. The embedded database runs one statement at a time, so a long
 * statement would block other requests.
 */
const chunkSize = 60;
/** Number of changed tasks after which a run raises no more tasks. The next run raises the rest. */
const maxRaised = 500;

/**
 * Mold and kind of maintenance for which a task may have to be raised or promoted. The mold has no open task of this
 * kind, or its open task is still coming up.
 */
interface Candidate {
  readonly mold_no: string;
  readonly mold_id: number;
  readonly kind: 1 | 2;
  readonly interval_hours: number;
  readonly interval_shots: number | null;
  readonly task_id: string | null;
  readonly done_at: string | null;
}

interface Checked {
  /** Text of the mold's data from which `nextAt` was computed. If the data change, the cache entry is invalid. */
  readonly facts: string;
  /** Time from which on the figures of the mold must be computed again, epoch ms. */
  readonly nextAt: number;
}

/**
 * Cache of `Checked` by tenant id, then by mold and kind of maintenance. A mold gains at most one run hour per hour. So
 * its figures need not be computed before the earliest time at which they can reach the next threshold.
 */
const checkedOf = new Map<number, Map<string, Checked>>();

/**
 * Job: raises maintenance tasks from run hours and shots, and updates task states that depend on time. Sends notices of
 * overdue tasks and of major tasks that became due.
 */
export async function raiseTasks(ctx: Ctx): Promise<void> {
  let changed = await updateStatesByTime(ctx);
  const candidates = await candidatesOf(ctx, null);
  for (let i = 0; i < candidates.length && changed < maxRaised; i += chunkSize)
    changed += await raiseOrPromote(ctx, candidates.slice(i, i + chunkSize));
  await notifyTasks(ctx);
  if (changed > 0) ctx.events.emit(ctx.who.tenantId, { type: "board" });
}

/**
 * Raises the tasks of one mold, and sends no notices. The demo uses this function for times in its generated history.
 */
export async function raiseTaskOf(ctx: Ctx, moldNo: string): Promise<void> {
  await raiseOrPromote(ctx, await candidatesOf(ctx, moldNo));
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
    // Closes tasks of molds out of use, but leaves `removed_at` empty. So run hours before the storage still count
    // towards the next maintenance.
    sql`with old as (
        select k.task_id, to_jsonb(k) as before
        from maintenance_task k
        join mold m on m.tenant_id = ${tenantId} and m.mold_no = k.mold_no
        where k.tenant_id = ${tenantId}
          and k.state in (${isComingUp}, ${isDue}, ${isDeferred}, ${sql.constant(overdue)})
          and (m.service_state in (${scrapped}, ${inStorage}) or m.archived_date is not null)
        for update of k
      ),
      done as (
        update maintenance_task t set state = ${taskState.values.removed}, ${stamp}
        from old
        where t.tenant_id = ${tenantId} and t.task_id = old.task_id
        returning t.task_id, old.before, to_jsonb(t) as after
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
 * Returns the molds and kinds of maintenance that may need a new task or a promotion now. Leaves out those that cannot
 * have reached a threshold yet, according to the cache `checkedOf`.
 */
async function candidatesOf(ctx: Ctx, moldNo: string | null): Promise<Candidate[]> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<Candidate>`select m.mold_no, m.mold_id, x.kind, x.interval_hours, x.interval_shots, k.task_id, d.done_at
      from mold m
      cross join lateral (values
        (${daily}::int, m.daily_maintenance_hours, null::bigint),
        (${major}::int, m.major_maintenance_hours, m.major_maintenance_shots)
      ) x (kind, interval_hours, interval_shots)
      left join maintenance_task k on k.tenant_id = ${tenantId}
        and k.mold_no = m.mold_no
        and k.kind = x.kind
        and ${isOpenMaintenance("k")}
      cross join lateral (
        select ${countsFrom} as done_at
        from maintenance_task d
        where d.tenant_id = ${tenantId} and d.mold_no = m.mold_no and d.kind = x.kind
      ) d
      where m.tenant_id = ${tenantId}
        and m.service_state not in (${scrapped}, ${inStorage})
        and m.archived_date is null
        and (${moldNo}::text is null or m.mold_no = ${moldNo})
        and (k.task_id is null or k.state = ${isComingUp})`,
  ]);
  const checked = checkedOf.get(tenantId);
  return rows.filter((c) => {
    const s = checked?.get(keyOf(c));
    // The cached entry is also invalid if the server's clock was set back since the entry was made.
    return !s || s.facts !== factsOf(c) || ctx.now >= s.nextAt || s.nextAt - ctx.now > recheckMs[c.kind];
  });
}

const keyOf = (c: Candidate) => `${c.kind}/${c.mold_no}`;
const factsOf = (c: Candidate) =>
  `${c.mold_id}/${c.interval_hours}/${c.interval_shots}/${c.task_id}/${c.done_at}`;

/**
 * Computes the run hours and shots of molds. Raises missing tasks, and promotes tasks from coming up to due. Returns
 * the number of changed tasks.
 */
async function raiseOrPromote(ctx: Ctx, molds: readonly Candidate[]): Promise<number> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<{ n: number; hours: number; shots: number | null }>`select c.n,
        ${runHoursSince(ctx, "c.mold_id", "c.done_at")}::float8 as hours,
        case when c.counts then ${shotsSince(ctx, "c.mold_id", "c.done_at")}::float8 end as shots
      from unnest(
        ${molds.map((_, i) => i)}::int[],
        ${molds.map((m) => m.mold_id)}::bigint[],
        ${molds.map((m) => m.done_at)}::timestamptz[],
        ${molds.map((m) => m.interval_shots !== null)}::boolean[]
      ) as c (n, mold_id, done_at, counts)`,
  ]);
  const figuresOf = new Map(rows.map((r) => [r.n, r]));
  const checked = checkedOf.get(tenantId) ?? new Map<string, Checked>();
  checkedOf.set(tenantId, checked);
  let changed = 0;
  for (const [i, m] of molds.entries()) {
    const found = figuresOf.get(i);
    const hours = found?.hours ?? 0;
    const shots = found?.shots ?? 0;
    const intervalShots = m.interval_shots ?? Number.POSITIVE_INFINITY;
    const used = Math.max(hours / m.interval_hours, shots / intervalShots);
    const threshold = m.task_id === null ? comingUpShare : 1;
    if (used >= threshold) {
      const bySource = hours / m.interval_hours >= shots / intervalShots ? "hours" : "shots";
      const figures = {
        hours,
        shots,
        source: taskSource.values[bySource],
        state: used >= 1 ? due : comingUp,
      };
      await ctx.db.run(tenantId, [
        m.task_id === null
          ? insertTask(ctx, await nextDocumentNumber(ctx, "MT"), m, figures)
          : promoteTask(ctx, m.task_id, m, figures),
      ]);
      checked.delete(keyOf(m));
      changed++;
    } else {
      const longest = recheckMs[m.kind] * (0.5 + (m.mold_id % shareSteps) / shareSteps / 2);
      const wait = Math.min(
        longest,
        (threshold * m.interval_hours - hours) * hourMs,
        (threshold * intervalShots - shots) * minShotMs,
      );
      checked.set(keyOf(m), { facts: factsOf(m), nextAt: ctx.now + wait });
    }
  }
  return changed;
}

/** Run hours and shots of a mold since the last maintenance, and the task state that follows from them. */
interface TaskFigures {
  readonly hours: number;
  readonly shots: number;
  readonly source: number;
  readonly state: number;
}

/** SQL expression: planned day of a new or promoted task. Null, except for a major task that is due. */
const defaultPlanDate = (ctx: Ctx, m: Candidate, state: number): Sql =>
  m.kind === major && state === due
    ? sql`(${new Date(ctx.now)}::timestamptz at time zone ${ctx.who.zone})::date + ${defaultPlanDays}::int`
    : sql`null::date`;

/**
 * Idempotent insert of a task. If another server has already inserted the task, this statement does nothing because
 * of the unique index of open tasks.
 */
function insertTask(ctx: Ctx, taskId: string, m: Candidate, figures: TaskFigures): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const runShots = m.interval_shots === null ? null : figures.shots;
  return sql`with done as (
      insert into maintenance_task as t (
        tenant_id, task_id, kind, mold_no, state, task_source,
        run_hours, interval_hours, run_shots, interval_shots,
        raised_at, plan_date, defer_limit, base_run_hours,
        created_by, created_date, updated_by, updated_date
      )
      select ${tenantId}, ${taskId}, ${m.kind}, ${m.mold_no}, ${figures.state}, ${figures.source},
        round(${figures.hours}::numeric, 1), ${m.interval_hours}, ${runShots}::bigint, ${m.interval_shots}::bigint,
        ${at}, ${defaultPlanDate(ctx, m, figures.state)}, ${deferLimit(ctx)},
        coalesce((
          select d.base_run_hours
          from maintenance_task d
          where d.tenant_id = ${tenantId}
            and d.mold_no = ${m.mold_no}
            and d.kind = ${m.kind}
            and d.state = ${sql.constant(taskState.values.done)}
            and d.task_source <> ${sql.constant(taskSource.values.breakdown)}
          order by d.done_at desc
          limit 1
        ), 0),
        ${userId}, ${at}, ${userId}, ${at}
      on conflict (tenant_id, mold_no, kind) where ${isOpenMaintenance()} do nothing
      returning to_jsonb(t) as after
    )
    ${logInto(ctx, "insert", "MAINTAIN_TASK", "after")} ${taskId}, after from done`;
}

/** Returns a statement that changes a task from coming up to due. */
function promoteTask(ctx: Ctx, taskId: string, m: Candidate, figures: TaskFigures): Sql {
  const { tenantId, userId } = ctx.who;
  return sql`update maintenance_task set
      state = ${due},
      run_hours = round(${figures.hours}::numeric, 1),
      run_shots = ${m.interval_shots === null ? null : figures.shots}::bigint,
      plan_date = coalesce(plan_date, ${defaultPlanDate(ctx, m, due)}),
      updated_by = ${userId},
      updated_date = ${new Date(ctx.now)}
    where tenant_id = ${tenantId} and task_id = ${taskId} and state = ${isComingUp}`;
}
