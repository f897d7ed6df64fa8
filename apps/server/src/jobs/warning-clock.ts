import { counterState } from "@shotkeeper/contract/counter";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../kernel/ctx.ts";
import { type Sql, sql } from "../kernel/db/sql.ts";
import { dueRows } from "../kernel/due-time.ts";
import { type JobResult, timeBudget, unfinished } from "../kernel/time-budget.ts";
import {
  checkClock,
  nextClockAt,
  parseReplayState,
  WARNING_KINDS,
  WARNING_SUBJECT,
} from "../telemetry/core/index.ts";
import { readRules } from "../telemetry/ledger/warning-parameters.ts";
import { type CounterEvent, eventsSql } from "../telemetry/ledger/warning-store.ts";
import { type DisprovedSilence, disprovedSql } from "./disproved-silence.ts";

interface CounterRow {
  readonly counter_id: number;
  readonly rev: number;
  readonly replayState: string | null;
  readonly interval_ms: number;
  readonly is_valid: boolean;
  readonly expires_ms: number | null;
  readonly mold_id: number;
  readonly since_ms: number | null;
  readonly open: readonly string[] | null;
}

/** Number of counters that one statement handles. More counters are handled by further statements. */
const chunk = 1000;
/**
 * Longest time until a counter is checked again, ms. A silent counter is checked after `silentWaitMs` at the latest (or
 * after the tenant's limit for silence if that is shorter): a late reading may have ended the silence, and the job must
 * then notice the next silence in time.
 */
const longestWaitMs = 12 * 3_600_000;
const silentWaitMs = 3_600_000;
/**
 * Number of different waits between two checks of a counter. The counters get different waits, from 50 % to 100 % of
 * the longest one, so that the job does not have to check all counters at once.
 */
const waitSteps = 60;

/**
 * Job: opens warnings that time alone causes: silence, unbound counter, end of the data plan. A later replay of the
 * readings finds the stored warnings by their key and does not open them again. The job also closes warnings that no
 * reading closes. It checks only counters whose time `counter_state.clock_at` has come. That time comes at once after a
 * change on which a warning depends, such as a new binding (`factsChanged`).
 */
export async function openWarningsByClock(ctx: Ctx): Promise<JobResult> {
  const { tenantId } = ctx.who;
  const isUsedUp = timeBudget();
  let opened = await closeOutOfUse(ctx);
  let result: JobResult;
  for (;;) {
    const [due] = await ctx.db.run(tenantId, [dueSql(ctx)]);
    if (due.length === 0) break;
    const [parameters, rows] = await ctx.db.run(tenantId, [
      sql<{ prm_id: string; prm_value: string }>`
        select prm_id, prm_value from parameter where tenant_id = ${tenantId} and prm_id like 'WARN\\_%'
      `,
      countersSql(
        ctx,
        due.map((d) => d.counter_id),
      ),
    ]);
    const own = Object.fromEntries(parameters.map((p) => [p.prm_id, p.prm_value]));
    const judged = rows.map((r) => judge(r, own, ctx.now));
    const statements = [
      ...eventsSql(
        tenantId,
        judged.flatMap((j) => j.events),
      ),
      ...endedSql(
        ctx,
        judged.filter((j) => j.isValidityEnded).map((j) => j.counterId),
      ),
      ...disprovedSql(
        ctx,
        judged.flatMap((j) => j.disproved ?? []),
      ),
    ];
    await ctx.db.run(tenantId, [...statements, judgedSql(tenantId, judged)]);
    opened += statements.length;
    if (due.length < chunk) break;
    if (isUsedUp()) {
      result = unfinished;
      break;
    }
  }
  if (opened > 0) ctx.events.emit(tenantId, { type: "warning" });
  return result;
}

/** Selects the counters that are due, at most `chunk`. */
const dueSql = (ctx: Ctx) => sql<{ counter_id: number }>`
  select s.counter_id
  from (${dueRows(ctx, { table: "counter_state", time: "clock_at", longestMs: longestWaitMs, limit: chunk })}) s
`;

function countersSql({ who: { tenantId, zone } }: Ctx, ids: readonly number[]): Sql<CounterRow> {
  return sql<CounterRow>`
    select
      c.counter_id, s.rev, s.replay_state as "replayState",
      (c.report_interval_hours * 3600000)::bigint as interval_ms,
      c.is_valid and c.state <> ${counterState.values.retired} as is_valid,
      (extract(epoch from (c.expires_on + 1)::timestamp at time zone ${zone}) * 1000)::bigint as expires_ms,
      coalesce(b.mold_id, 0) as mold_id,
      (
        extract(
          epoch from coalesce(
            b.bound_at,
            (
              select max(x.unbound_at)
              from binding x
              where x.tenant_id = ${tenantId} and x.counter_id = c.counter_id
            ),
            c.created_date
          )
        ) * 1000
      )::bigint as since_ms,
      (
        select array_agg(w.kind || ':' || w.level)
        from warning w
        where w.tenant_id = ${tenantId}
          and w.counter_id = c.counter_id
          and w.ended_at is null
          and w.withdrawn_at is null
      ) as open
    from counter_state s
    join counter c on c.tenant_id = ${tenantId} and c.counter_id = s.counter_id
    left join binding b on b.tenant_id = ${tenantId}
      and b.counter_id = s.counter_id
      and b.unbound_at is null
    where s.tenant_id = ${tenantId} and s.counter_id = any(${ids}::bigint[])
  `;
}

interface Judged {
  readonly counterId: number;
  readonly rev: number;
  /** Events to be stored: a new warning, or a higher level of an open warning. */
  readonly events: readonly CounterEvent[];
  /**
   * True if the cause of an open warning `validity` (end of the data plan) is gone, for example because the data plan
   * was prolonged. No reading closes such a warning.
   */
  readonly isValidityEnded: boolean;
  /** Set if the counter has an open warning of silence although it is not silent. */
  readonly disproved?: DisprovedSilence;
  /** Time at which the counter is checked again, epoch ms. */
  readonly nextAt: number;
}

function judge(r: CounterRow, own: Readonly<Record<string, string>>, now: number): Judged {
  const state = parseReplayState(r.replayState);
  const rules = readRules(own, r.interval_ms);
  const books = { moldId: r.mold_id, since: r.since_ms, isValid: r.is_valid, expiresAt: r.expires_ms };
  const events = checkClock(state, now, rules, books);
  const open = new Set(r.open ?? []);
  const isSilent = events.some((e) => e.kind === "silent");
  const share = 0.5 + (r.counter_id % waitSteps) / waitSteps / 2;
  return {
    counterId: r.counter_id,
    rev: r.rev,
    events: events
      .filter((e) => !open.has(`${e.kind}:${e.level}`) && !open.has(`${e.kind}:2`))
      .map((event) => ({ counterId: r.counter_id, event })),
    isValidityEnded:
      [...open].some((w) => w.startsWith("validity:")) && !events.some((e) => e.kind === "validity"),
    // Leaves out counters that are retired or no longer valid. They are not checked for silence any more, and their
    // warning of silence was right.
    ...(r.is_valid && !isSilent && [...open].some((w) => w.startsWith("silent:"))
      ? { disproved: { counterId: r.counter_id, before: state.warnings.silent } }
      : {}),
    nextAt: Math.min(
      nextClockAt(state, now, rules, books),
      now + (isSilent ? Math.min(silentWaitMs, rules.signal.silentMs) : longestWaitMs) * share,
    ),
  };
}

/**
 * Returns the statement that closes the warnings `validity` (end of the data plan) of these counters. Returns no
 * statement if there are no counters.
 */
function endedSql(ctx: Ctx, counterIds: readonly number[]): Sql[] {
  const { tenantId } = ctx.who;
  const at = new Date(ctx.now);
  if (counterIds.length === 0) return [];
  return [
    sql`
      update warning
      set ended_at = ${at}, cleared_at = coalesce(cleared_at, ${at})
      where tenant_id = ${tenantId}
        and counter_id = any(${counterIds}::bigint[])
        and kind = 'validity'
        and ended_at is null
        and withdrawn_at is null
    `,
  ];
}

/**
 * Returns the statement that stores when the counters are checked again. It skips two kinds of counters, which stay due
 * for the next run: those that changed since they were read (`rev`), and those whose rows the ledger has locked.
 * Waiting for such a lock could be a deadlock.
 */
const judgedSql = (tenantId: number, judged: readonly Judged[]): Sql => sql`
  with mine as (
    select s.counter_id, u.next_at
    from counter_state s
    join unnest(
      ${judged.map((j) => j.counterId)}::bigint[], ${judged.map((j) => j.rev)}::bigint[],
      ${judged.map((j) => new Date(j.nextAt).toISOString())}::timestamptz[]
    ) as u (counter_id, rev, next_at) on u.counter_id = s.counter_id and u.rev = s.rev
    where s.tenant_id = ${tenantId}
    for no key update of s skip locked
  )
  update counter_state s
  set clock_at = mine.next_at
  from mine
  where s.tenant_id = ${tenantId} and s.counter_id = mine.counter_id
`;

/** Kinds of warnings whose subject is a mold and not a counter. */
const moldKinds = WARNING_KINDS.filter((kind) => WARNING_SUBJECT[kind] === "mold");

/**
 * Closes warnings about molds that are in storage, scrapped or archived. The closing time is the moment since which the
 * mold is out of use, as in a replay. Starts from the open warnings and not from the molds that changed lately: a
 * replay may reopen a warning of a mold that went out of use long ago. Returns the number of closed warnings.
 */
async function closeOutOfUse(ctx: Ctx): Promise<number> {
  const { tenantId } = ctx.who;
  const { inStorage, scrapped } = serviceState.values;
  const outOfUse = sql`(${sql.constant(inStorage)}, ${sql.constant(scrapped)})`;
  const isOpen = (w: string) => sql`
    ${sql.raw(w)}.tenant_id = ${tenantId}
      and ${sql.raw(w)}.cleared_at is null
      and ${sql.raw(w)}.withdrawn_at is null
      and ${sql.raw(w)}.kind = any(${moldKinds}::text[])
  `;
  const [rows] = await ctx.db.run(tenantId, [
    sql`
      with gone as materialized (
        select o.mold_id, m.archived_date
        from (select distinct x.mold_id from warning x where ${isOpen("x")}) o
        -- With LIMIT the planner looks up the molds of the warnings and does not read all molds.
        cross join lateral (
          select y.archived_date
          from mold y
          where y.tenant_id = ${tenantId}
            and y.mold_id = o.mold_id
            and (y.service_state in ${outOfUse} or y.archived_date is not null)
          limit 1
        ) m
      )
      update warning w
      set
        ended_at = greatest(w.opened_at, coalesce(v.since, m.archived_date)),
        cleared_at = coalesce(w.cleared_at, greatest(w.opened_at, coalesce(v.since, m.archived_date)))
      from gone m
      cross join lateral (
        select min(x.valid_from) filter (where isfinite(x.valid_from)) as since
        from mold_version x
        where x.tenant_id = ${tenantId}
          and x.mold_id = m.mold_id
          and x.valid_from > coalesce(
            (
              select max(y.valid_from)
              from mold_version y
              where y.tenant_id = ${tenantId}
                and y.mold_id = m.mold_id
                and y.service_state not in ${outOfUse}
            ),
            '-infinity'
          )
      ) v
      where ${isOpen("w")} and w.mold_id = m.mold_id
      returning 1
    `,
  ]);
  return rows.length;
}
