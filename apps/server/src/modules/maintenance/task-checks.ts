import { taskKind, taskState } from "@shotkeeper/contract/maintenance";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { dueRows } from "../../kernel/due-time.ts";
import { isChanged, mayHaveMissed, seenSql, seenUntil } from "../../kernel/job-mark.ts";
import { countsFrom, runHoursSince, shotsSince } from "./run-hours.ts";
import { isOpenMaintenance } from "./task-facts.ts";

const { daily, major } = taskKind.values;
const scrapped = sql.constant(serviceState.values.scrapped);
const inStorage = sql.constant(serviceState.values.inStorage);
/** Name of the job in the table job_mark. */
const jobName = "maintenance-tasks";
/**
 * Number of checks that one statement computes. The embedded database runs one statement at a time, so a long statement
 * would block other requests.
 */
export const chunkSize = 300;

/** Longest possible time until a mold is checked again, ms. */
export const longestCheckMs = 12 * 3_600_000;

/**
 * Maximum number of checks that one run of the job marks as due because molds or tasks changed. The next run marks the
 * rest.
 */
const maxRequests = 10_000;

/**
 * Figures of a mold for one kind of maintenance. From them the job decides whether the mold needs a maintenance task.
 */
export interface Check {
  readonly mold_id: number;
  readonly kind: 1 | 2;
  /** Null: the mold was deleted. */
  readonly mold_no: string | null;
  readonly interval_hours: number;
  readonly interval_shots: number | null;
  /** Open task that is coming up. Null: the mold has no open task of this kind. */
  readonly task_id: string | null;
  /** True if a counter is or was on the mold. Late readings of such a mold may add hours. */
  readonly was_bound: boolean;
  /** Stored time at which the job must check the mold for this kind of maintenance again. Null: no time is stored. */
  readonly check_at: string | null;
  /**
   * Run hours since the last maintenance. Null: the job has nothing to do. Either the mold is out of use, or its open
   * task is no longer in the state `comingUp`.
   */
  readonly hours: number | null;
  /** Shots since the last maintenance. Null: the mold has no maintenance interval in shots. */
  readonly shots: number | null;
}

export interface Checked {
  readonly check: Check;
  /** Time of the next check, epoch ms. */
  readonly nextAt: number;
}

/**
 * Makes the job check all molds that are new, or that changed or whose tasks changed since the last run. Finds changed
 * rows by their time of change. Reads a changed row in several runs, because its transaction may commit some time after
 * the time of change.
 */
export async function requestChecks(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const since = await seenUntil(ctx, jobName);
  const at = new Date(ctx.now);
  const [requested] = await ctx.db.run(tenantId, [
    sql`insert into maintenance_check (tenant_id, mold_id, kind, check_at)
      select ${tenantId}::int, x.mold_id, k.kind, '-infinity'::timestamptz
      from (
        select y.mold_id, max(y.changed_at) as changed_at
        from (
          select m.mold_id, m.updated_date as changed_at
          from mold m
          where m.tenant_id = ${tenantId} and ${isChanged("m", since)}
          union all
          select m.mold_id, t.updated_date
          from maintenance_task t
          join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
          where t.tenant_id = ${tenantId} and ${isChanged("t", since)}
        ) y
        group by y.mold_id
      ) x
      cross join (values (${daily}::int), (${major}::int)) k (kind)
      left join maintenance_check c on c.tenant_id = ${tenantId} and c.mold_id = x.mold_id and c.kind = k.kind
      where c.mold_id is null
        or (c.check_at > ${at} and ${mayHaveMissed(ctx, sql`c.checked_at`, sql`x.changed_at`)})
      limit ${maxRequests}
      on conflict (tenant_id, mold_id, kind) do update set check_at = excluded.check_at
      returning 1`,
  ]);
  if (requested.length === maxRequests) {
    // Updates the database's statistics about the table of the checks. Without them, the next run, which joins all
    // changed molds with the checks, would compare each mold with each check.
    // Not in a transaction of the tenant: a node of a cluster refuses ANALYZE after it has read rows.
    await ctx.db.platform(sql`select app_analyze_table('maintenance_check') is null as done`);
    return;
  }
  await ctx.db.run(tenantId, [seenSql(ctx, jobName)]);
}

/** Selects two rows for one mold: its id with each kind of maintenance. */
export const ofMold = (ctx: Ctx, moldNo: string): Sql =>
  sql`select m.mold_id, k.kind
    from mold m
    cross join (values (${daily}::int), (${major}::int)) k (kind)
    where m.tenant_id = ${ctx.who.tenantId} and m.mold_no = ${moldNo}`;

const ofTime = (ctx: Ctx): Sql =>
  dueRows(ctx, { table: "maintenance_check", time: "check_at", longestMs: longestCheckMs, limit: chunkSize });

/**
 * Returns the statement that makes the job check molds in its next run, because their hours changed. The statement sets
 * `check_at` to the present time, so that each call stores another value (-infinity would always be the same). By the
 * changed value `storeChecks` sees that the molds changed during a check, and keeps the value.
 */
export const checkAgain = (ctx: Ctx, moldIds: readonly number[]): Sql =>
  sql`update maintenance_check
    set check_at = ${new Date(ctx.now)}
    where tenant_id = ${ctx.who.tenantId} and mold_id = any(${moldIds}::bigint[])`;

/**
 * Returns the hours and shots since the last maintenance for each mold and kind of maintenance that the SELECT `which`
 * gives. Default: those whose check is due.
 */
export async function dueChecks(ctx: Ctx, which: Sql = ofTime(ctx)): Promise<Check[]> {
  const { tenantId } = ctx.who;
  const isMajor = sql`k.kind = ${major}`;
  const [rows] = await ctx.db.run(tenantId, [
    sql<Check>`select k.mold_id, k.kind, m.mold_no, t.task_id, c.check_at::text as check_at,
        case when ${isMajor} then m.major_maintenance_hours else m.daily_maintenance_hours end as interval_hours,
        case when ${isMajor} then m.major_maintenance_shots end as interval_shots,
        exists (
          select from binding b
          where b.tenant_id = ${tenantId} and b.mold_id = k.mold_id
        ) as was_bound,
        case when u.has_work then ${runHoursSince(ctx, "k.mold_id", "d.done_at")}::float8 end as hours,
        case when u.has_work and ${isMajor} and m.major_maintenance_shots is not null
          then ${shotsSince(ctx, "k.mold_id", "d.done_at")}::float8
        end as shots
      from (${which}) k
      left join mold m on m.tenant_id = ${tenantId} and m.mold_id = k.mold_id
      left join maintenance_check c on c.tenant_id = ${tenantId} and c.mold_id = k.mold_id and c.kind = k.kind
      left join maintenance_task t on t.tenant_id = ${tenantId}
        and t.mold_no = m.mold_no
        and t.kind = k.kind
        and ${isOpenMaintenance("t")}
      cross join lateral (
        select m.service_state not in (${scrapped}, ${inStorage})
          and m.archived_date is null
          and (t.task_id is null or t.state = ${sql.constant(taskState.values.comingUp)}) as has_work
      ) u
      cross join lateral (
        select ${countsFrom} as done_at
        from maintenance_task d
        where d.tenant_id = ${tenantId} and d.mold_no = m.mold_no and d.kind = k.kind
      ) d`,
  ]);
  return [...rows];
}

/**
 * Returns the statement that stores the times of the next checks. If a check was requested again after the job had read
 * it, its stored time stays, so the next run repeats the check. Deletes the checks of deleted molds.
 */
export function storeChecks(ctx: Ctx, checked: readonly Checked[]): Sql {
  const { tenantId } = ctx.who;
  const isGone = (c: Checked) => c.check.mold_no === null;
  const gone = checked.filter(isGone).map((c) => c.check.mold_id);
  const rows = checked.filter((c) => !isGone(c));
  return sql`with gone as (
      delete from maintenance_check where tenant_id = ${tenantId} and mold_id = any(${gone}::bigint[])
    )
    update maintenance_check c
    set check_at = x.check_at, checked_at = ${new Date(ctx.now)}
    from unnest(
      ${rows.map((c) => c.check.mold_id)}::bigint[], ${rows.map((c) => c.check.kind)}::int[],
      ${rows.map((c) => new Date(c.nextAt).toISOString())}::timestamptz[],
      ${rows.map((c) => c.check.check_at)}::timestamptz[]
    ) as x (mold_id, kind, check_at, seen_at)
    where c.tenant_id = ${tenantId} and c.mold_id = x.mold_id and c.kind = x.kind and c.check_at = x.seen_at`;
}
