import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { tellTasks } from "./notices.ts";
import { countsFrom, runHoursSince, shotsSince } from "./run-hours.ts";

/** A task is coming up at this share of the interval (spec admin §3). */
const comingUpShare = 0.8;
const hourMs = 3_600_000;
/** No mold makes shots faster than this, ms. */
const shotMs = 500;
const { daily, major } = taskKind.values;
const { comingUp, due, deferred, overdue } = taskState.values;
/** Major maintenance that nobody planned is to be done within so many days of coming due. */
const daysToPlan = 7;
/**
 * However far a mold is from its next maintenance: readings that come late may bring hours at any time. Molds take
 * turns, between the half and the whole of it, so that they are not all added up in one minute.
 */
const recheckMs = { [daily]: hourMs, [major]: 4 * hourMs };
const turns = 30;
/** Molds added up in one statement: an embedded database does nothing else meanwhile. */
const chunk = 60;
/** Tasks raised in one run; the next run raises the rest. */
const maxRaised = 500;

interface Candidate {
  readonly mold_no: string;
  readonly mold_id: number;
  readonly kind: 1 | 2;
  readonly interval_hours: number;
  readonly interval_shots: number | null;
  readonly task_id: string | null;
  readonly done_at: string | null;
}

interface Seen {
  /** The facts that a mold was judged by: other facts, another judgement. */
  readonly facts: string;
  readonly nextAt: number;
}

/**
 * When each mold can reach its next threshold at the earliest: an hour of the clock brings at most an hour of running.
 * Only saves work; a server that knows nothing adds up every mold once.
 */
const seenOf = new Map<number, Map<string, Seen>>();

/** The job: raises tasks from run hours and shots, wakes deferred ones, and tells of those that are overdue. */
export async function raiseTasks(ctx: Ctx): Promise<void> {
  let changed = await wake(ctx);
  const candidates = await toJudge(ctx, null);
  for (let i = 0; i < candidates.length && changed < maxRaised; i += chunk)
    changed += await judge(ctx, candidates.slice(i, i + chunk));
  await tellTasks(ctx);
  if (changed > 0) ctx.events.emit(ctx.who.tenantId, { type: "board" });
}

/** One mold's tasks only, where its hours call for them: while its past is brought in, at moments of that past. */
export async function raiseTaskOf(ctx: Ctx, moldNo: string): Promise<void> {
  await judge(ctx, await toJudge(ctx, moldNo));
}

/** How often a task may be put off (spec admin §3). */
export const deferLimit = (ctx: Ctx): Sql =>
  sql`coalesce((select max(prm_value::int) from parameter where tenant_id = ${ctx.who.tenantId} and prm_id = 'MAINTAIN_TIMES' and prm_value ~ '^[0-9]{1,4}$'), 2)`;

/**
 * What the clock alone changes. Deferrals that have elapsed: due again, overdue when no further one is left. Plans: due
 * on their day, overdue after it.
 */
async function wake(ctx: Ctx): Promise<number> {
  const { tenantId, userId, zone } = ctx.who;
  const at = new Date(ctx.now);
  const today = sql`(${at}::timestamptz at time zone ${zone})::date`;
  const stamp = sql`updated_by = ${userId}, updated_date = ${at}`;
  const results = await ctx.db.run(tenantId, [
    sql`update maintenance_task set state = case when defer_count >= defer_limit then ${overdue}::int else ${due}::int end,
        overdue_at = case when defer_count >= defer_limit then deferred_until else overdue_at end, ${stamp}
      where tenant_id = ${tenantId} and state = ${deferred} and deferred_until <= ${at} returning 1`,
    sql`update maintenance_task set state = ${due}, ${stamp}
      where tenant_id = ${tenantId} and state = ${comingUp} and plan_date <= ${today} returning 1`,
    sql`update maintenance_task set state = ${overdue}, overdue_at = ${at}, is_delay = true, ${stamp}
      where tenant_id = ${tenantId} and state = ${due} and plan_date < ${today} returning 1`,
  ]);
  return results.reduce((n, rows) => n + (rows?.length ?? 0), 0);
}

/** Molds whose hours may change something now: no task yet, or one that is only coming up. */
async function toJudge(ctx: Ctx, moldNo: string | null): Promise<Candidate[]> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select m.mold_no, m.mold_id, x.kind, x.interval_hours, x.interval_shots, k.task_id, d.done_at
      from mold m
      cross join lateral (values (${daily}::int, m.daily_maintenance_hours, null::bigint), (${major}::int, m.major_maintenance_hours, m.major_maintenance_shots)) x (kind, interval_hours, interval_shots)
      left join maintenance_task k on k.tenant_id = ${tenantId} and k.mold_no = m.mold_no and k.kind = x.kind and k.state not in (4, 7) and k.task_source <> ${taskSource.values.breakdown}
      left join (select d.mold_no, d.kind, ${countsFrom} as done_at from maintenance_task d where d.tenant_id = ${tenantId} group by d.mold_no, d.kind) d
        on d.mold_no = m.mold_no and d.kind = x.kind
      where m.tenant_id = ${tenantId} and m.service_state <> 4 and (${moldNo}::text is null or m.mold_no = ${moldNo}) and (k.task_id is null or k.state = ${comingUp})`,
  ]);
  const seen = seenOf.get(tenantId);
  return (rows as unknown as Candidate[]).filter((c) => {
    const s = seen?.get(keyOf(c));
    // A clock that was set back judges anew.
    return !s || s.facts !== factsOf(c) || ctx.now >= s.nextAt || s.nextAt - ctx.now > recheckMs[c.kind];
  });
}

const keyOf = (c: Candidate) => `${c.kind}/${c.mold_no}`;
const factsOf = (c: Candidate) =>
  `${c.mold_id}/${c.interval_hours}/${c.interval_shots}/${c.task_id}/${c.done_at}`;

/** Adds up the hours and shots of some molds, and raises or promotes what they call for. Returns how many tasks changed. */
async function judge(ctx: Ctx, molds: readonly Candidate[]): Promise<number> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select c.n, ${runHoursSince(ctx, "c.mold_id", "c.done_at")}::float8 as hours,
        case when c.counts then ${shotsSince(ctx, "c.mold_id", "c.done_at")}::float8 end as shots
      from unnest(${molds.map((_, i) => i)}::int[], ${molds.map((m) => m.mold_id)}::bigint[], ${molds.map((m) => m.done_at)}::timestamptz[],
        ${molds.map((m) => m.interval_shots !== null)}::boolean[]) as c (n, mold_id, done_at, counts)`,
  ]);
  const ranOf = new Map((rows ?? []).map((r) => [Number(r.n), r]));
  const seen = seenOf.get(tenantId) ?? new Map<string, Seen>();
  seenOf.set(tenantId, seen);
  let changed = 0;
  for (const [i, m] of molds.entries()) {
    const hours = Number(ranOf.get(i)?.hours ?? 0);
    const shots = Number(ranOf.get(i)?.shots ?? 0);
    const intervalShots = m.interval_shots === null ? Number.POSITIVE_INFINITY : Number(m.interval_shots);
    const used = Math.max(hours / m.interval_hours, shots / intervalShots);
    const threshold = m.task_id === null ? comingUpShare : 1;
    if (used >= threshold) {
      const bySource = hours / m.interval_hours >= shots / intervalShots ? "hours" : "shots";
      const ran = { hours, shots, source: taskSource.values[bySource], state: used >= 1 ? due : comingUp };
      await ctx.db.run(tenantId, [
        m.task_id === null
          ? insertTask(ctx, await nextDocumentNumber(ctx, "MT"), m, ran)
          : promoteTask(ctx, m.task_id, m, ran),
      ]);
      seen.delete(keyOf(m));
      changed++;
    } else {
      const turn = recheckMs[m.kind] * (0.5 + (m.mold_id % turns) / turns / 2);
      const wait = Math.min(
        turn,
        (threshold * m.interval_hours - hours) * hourMs,
        (threshold * intervalShots - shots) * shotMs,
      );
      seen.set(keyOf(m), { facts: factsOf(m), nextAt: ctx.now + wait });
    }
  }
  return changed;
}

interface Ran {
  readonly hours: number;
  readonly shots: number;
  readonly source: number;
  readonly state: number;
}

/** By when major maintenance is to be done once it is due; daily maintenance needs no plan. */
const planned = (ctx: Ctx, m: Candidate, state: number): Sql =>
  m.kind === major && state === due
    ? sql`(${new Date(ctx.now)}::timestamptz at time zone ${ctx.who.zone})::date + ${daysToPlan}::int`
    : sql`null::date`;

/** A new task. Where another server was faster, the index of open tasks refuses this one, and that is well. */
function insertTask(ctx: Ctx, taskId: string, m: Candidate, ran: Ran): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const runShots = m.interval_shots === null ? null : ran.shots;
  return sql`with done as (insert into maintenance_task as t (tenant_id, task_id, kind, mold_no, state, task_source, run_hours, interval_hours, run_shots, interval_shots, raised_at, plan_date,
        defer_limit, base_run_hours, created_by, created_date, updated_by, updated_date)
      select ${tenantId}, ${taskId}, ${m.kind}, ${m.mold_no}, ${ran.state}, ${ran.source}, round(${ran.hours}::numeric, 1), ${m.interval_hours}, ${runShots}::bigint, ${m.interval_shots}::bigint,
        ${at}, ${planned(ctx, m, ran.state)}, ${deferLimit(ctx)},
        coalesce((select d.base_run_hours from maintenance_task d where d.tenant_id = ${tenantId} and d.mold_no = ${m.mold_no} and d.kind = ${m.kind} and d.state = 4 and d.task_source <> 3 order by d.done_at desc limit 1), 0),
        ${userId}, ${at}, ${userId}, ${at}
      on conflict (tenant_id, mold_no, kind) where state not in (4, 7) and task_source <> 3 do nothing returning to_jsonb(t) as after)
    ${logInto(ctx, "insert", "MAINTAIN_TASK", "after")} ${taskId}, after from done`;
}

function promoteTask(ctx: Ctx, taskId: string, m: Candidate, ran: Ran): Sql {
  const { tenantId, userId } = ctx.who;
  return sql`update maintenance_task set state = ${due}, run_hours = round(${ran.hours}::numeric, 1), run_shots = ${m.interval_shots === null ? null : ran.shots}::bigint,
      plan_date = coalesce(plan_date, ${planned(ctx, m, due)}), updated_by = ${userId}, updated_date = ${new Date(ctx.now)}
    where tenant_id = ${tenantId} and task_id = ${taskId} and state = ${comingUp}`;
}
