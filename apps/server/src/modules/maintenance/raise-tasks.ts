import { taskKind, taskState } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { notify, taskNotice } from "../warning/index.ts";
import { runHoursSince } from "./run-hours.ts";

/** A task is coming up at this share of the interval (spec admin §3). */
const comingUpShare = 0.8;
const hourMs = 3_600_000;
/**
 * However far a mold is from its next maintenance: readings that come late may bring hours at any time. Molds take
 * turns, between the half and the whole of it, so that they are not all added up in one minute.
 */
const recheckMs = hourMs;
const turns = 30;
/** Molds added up in one statement: an embedded database does nothing else meanwhile. */
const chunk = 100;
/** Tasks raised in one run; the next run raises the rest. */
const maxRaised = 500;

interface Candidate {
  readonly mold_no: string;
  readonly mold_id: number;
  readonly interval_hours: number;
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

/** The job: raises daily tasks from run hours, wakes deferred ones, and tells of those that are overdue. */
export async function raiseTasks(ctx: Ctx): Promise<void> {
  await wakeDeferred(ctx);
  const candidates = await toJudge(ctx, null);
  let changed = 0;
  for (let i = 0; i < candidates.length && changed < maxRaised; i += chunk)
    changed += await judge(ctx, candidates.slice(i, i + chunk));
  await tellOverdue(ctx);
  if (changed > 0) ctx.events.emit(ctx.who.tenantId, { type: "board" });
}

/** One mold's task only, where its hours call for it: while its past is brought in, at moments of that past. */
export async function raiseTaskOf(ctx: Ctx, moldNo: string): Promise<void> {
  await judge(ctx, await toJudge(ctx, moldNo));
}

/** Deferrals that have elapsed: due again, overdue when no further one is left. */
async function wakeDeferred(ctx: Ctx): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const { deferred, due, overdue } = taskState.values;
  await ctx.db.run(tenantId, [
    sql`update maintenance_task set state = case when defer_count >= defer_limit then ${overdue}::int else ${due}::int end,
        updated_by = ${userId}, updated_date = ${at}
      where tenant_id = ${tenantId} and state = ${deferred} and deferred_until <= ${at}`,
  ]);
}

/** Molds whose hours may change something now: no task yet, or one that is only coming up. */
async function toJudge(ctx: Ctx, moldNo: string | null): Promise<Candidate[]> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select m.mold_no, m.mold_id, m.daily_maintenance_hours as interval_hours, k.task_id, d.done_at
      from mold m
      left join maintenance_task k on k.tenant_id = ${tenantId} and k.mold_no = m.mold_no and k.kind = ${taskKind.values.daily} and k.state <> ${taskState.values.done}
      left join (select mold_no, max(done_at) as done_at from maintenance_task where tenant_id = ${tenantId} and kind = ${taskKind.values.daily}
        and state = ${taskState.values.done} group by mold_no) d on d.mold_no = m.mold_no
      where m.tenant_id = ${tenantId} and m.service_state <> 4 and (${moldNo}::text is null or m.mold_no = ${moldNo}) and (k.task_id is null or k.state = ${taskState.values.comingUp})`,
  ]);
  const seen = seenOf.get(tenantId);
  return (rows as unknown as Candidate[]).filter((c) => {
    const s = seen?.get(c.mold_no);
    // A clock that was set back judges anew.
    return !s || s.facts !== factsOf(c) || ctx.now >= s.nextAt || s.nextAt - ctx.now > recheckMs;
  });
}

const factsOf = (c: Candidate) => `${c.mold_id}/${c.interval_hours}/${c.task_id}/${c.done_at}`;

/** Adds up the hours of some molds, and raises or promotes what they call for. Returns how many tasks changed. */
async function judge(ctx: Ctx, molds: readonly Candidate[]): Promise<number> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select c.mold_no, ${runHoursSince(ctx, "c.mold_id", "c.done_at")}::float8 as hours
      from unnest(${molds.map((m) => m.mold_no)}::text[], ${molds.map((m) => m.mold_id)}::bigint[], ${molds.map((m) => m.done_at)}::timestamptz[]) as c (mold_no, mold_id, done_at)`,
  ]);
  const hoursOf = new Map((rows ?? []).map((r) => [String(r.mold_no), Number(r.hours)]));
  const seen = seenOf.get(tenantId) ?? new Map<string, Seen>();
  seenOf.set(tenantId, seen);
  let changed = 0;
  for (const m of molds) {
    const hours = hoursOf.get(m.mold_no) ?? 0;
    const isDue = hours >= m.interval_hours;
    const threshold = m.interval_hours * (m.task_id === null ? comingUpShare : 1);
    if (hours >= threshold) {
      const state = isDue ? taskState.values.due : taskState.values.comingUp;
      await ctx.db.run(tenantId, [
        m.task_id === null
          ? insertTask(ctx, await nextDocumentNumber(ctx, "MT"), m, hours, state)
          : promoteTask(ctx, m.task_id, hours),
      ]);
      seen.delete(m.mold_no);
      changed++;
    } else {
      const turn = recheckMs * (0.5 + (m.mold_id % turns) / turns / 2);
      const wait = Math.min(turn, (threshold - hours) * hourMs);
      seen.set(m.mold_no, { facts: factsOf(m), nextAt: ctx.now + wait });
    }
  }
  return changed;
}

/** A new task. Where another server was faster, the index of open tasks refuses this one, and that is well. */
function insertTask(ctx: Ctx, taskId: string, m: Candidate, hours: number, state: number): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`with limits as (select max(prm_value::int) as n from parameter where tenant_id = ${tenantId} and prm_id = 'MAINTAIN_TIMES' and prm_value ~ '^[0-9]{1,4}$'),
    done as (insert into maintenance_task as t (tenant_id, task_id, kind, mold_no, state, run_hours, interval_hours, raised_at, defer_limit, base_run_hours, created_by, created_date, updated_by, updated_date)
      select ${tenantId}, ${taskId}, ${taskKind.values.daily}, ${m.mold_no}, ${state}, round(${hours}::numeric, 1), ${m.interval_hours}, ${at}, coalesce(limits.n, 2),
        coalesce((select d.base_run_hours from maintenance_task d where d.tenant_id = ${tenantId} and d.mold_no = ${m.mold_no} and d.kind = ${taskKind.values.daily} and d.state = 4 order by d.done_at desc limit 1), 0),
        ${userId}, ${at}, ${userId}, ${at} from limits
      on conflict (tenant_id, mold_no, kind) where state <> 4 do nothing returning to_jsonb(t) as after)
    insert into system_log (tenant_id, at, user_id, action, target, target_key, after)
      select ${tenantId}, ${at}, ${userId}, 'insert', 'MAINTAIN_TASK', ${taskId}, after from done`;
}

function promoteTask(ctx: Ctx, taskId: string, hours: number): Sql {
  const { tenantId, userId } = ctx.who;
  return sql`update maintenance_task set state = ${taskState.values.due}, run_hours = round(${hours}::numeric, 1), updated_by = ${userId}, updated_date = ${new Date(ctx.now)}
    where tenant_id = ${tenantId} and task_id = ${taskId} and state = ${taskState.values.comingUp}`;
}

/** Overdue tasks go to the people who may see them, once. */
async function tellOverdue(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select t.task_id, t.mold_no, m.mold_id, t.deferred_until from maintenance_task t join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.state = ${taskState.values.overdue} and t.deferred_until > ${new Date(ctx.now - 24 * hourMs)}`,
  ]);
  const notices = (rows ?? []).map((r) =>
    taskNotice(String(r.task_id), String(r.mold_no), Number(r.mold_id), String(r.deferred_until)),
  );
  await notify(ctx, notices);
}
