import { counterState } from "@shotkeeper/contract/counter";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { checkClock, parseReplayState, WARNING_KINDS, WARNING_SUBJECT } from "../telemetry/core/index.ts";
import { readRules } from "../telemetry/ledger/warning-parameters.ts";
import { eventSql } from "../telemetry/ledger/warning-store.ts";

interface CounterRow {
  readonly counter_id: number;
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
 * Job: opens warnings that time alone causes: silence, unbound counter, end of the data plan. A replay of the warning
 * state machine gives these warnings the same identity. So the replay does not open a warning a second time. The job
 * also closes warnings that no reading closes.
 */
export async function openWarningsByClock(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const [parameters = []] = await ctx.db.run(tenantId, [
    sql`select prm_id, prm_value from parameter where tenant_id = ${tenantId} and prm_id like 'WARN\\_%'`,
  ]);
  const own = Object.fromEntries(parameters.map((p) => [String(p.prm_id), String(p.prm_value)]));
  let opened = await closeOutOfUse(ctx);
  for (let after = 0; ; ) {
    const [rows = []] = await ctx.db.run(tenantId, [
      sql<CounterRow>`
        select
          c.counter_id, s.replay_state as "replayState",
          (c.report_interval_hours * 3600000)::bigint as interval_ms,
          c.is_valid and c.state <> ${counterState.values.retired} as is_valid,
          (extract(epoch from c.expires_on + interval '1 day') * 1000)::bigint as expires_ms,
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
        from counter c
        join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = c.counter_id
        left join binding b on b.tenant_id = ${tenantId}
          and b.counter_id = c.counter_id
          and b.unbound_at is null
        where c.tenant_id = ${tenantId} and c.counter_id > ${after}
        order by c.counter_id
        limit ${chunk}
      `,
    ]);
    const statements = rows.flatMap((r) => eventsOf(tenantId, r, own, ctx.now));
    if (statements.length > 0) await ctx.db.run(tenantId, statements);
    opened += statements.length;
    const last = rows.at(-1);
    if (!last || rows.length < chunk) break;
    after = last.counter_id;
  }
  if (opened > 0) ctx.events.emit(tenantId, { type: "warning" });
}

/** Kinds of warnings whose subject is a mold and not a counter. */
const moldKinds = WARNING_KINDS.filter((kind) => WARNING_SUBJECT[kind] === "mold");

/**
 * Closes warnings about molds that are in storage, scrapped or archived. The closing time is the moment since which the
 * mold is out of use; a replay closes the warnings with the same time. Returns the number of closed warnings.
 */
async function closeOutOfUse(ctx: Ctx): Promise<number> {
  const { tenantId } = ctx.who;
  const outOfUse = [serviceState.values.inStorage, serviceState.values.scrapped];
  const [rows = []] = await ctx.db.run(tenantId, [
    sql`
      update warning w
      set
        ended_at = greatest(w.opened_at, coalesce(v.since, m.archived_date)),
        cleared_at = coalesce(w.cleared_at, greatest(w.opened_at, coalesce(v.since, m.archived_date)))
      from mold m
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
                and y.service_state <> all(${outOfUse}::int[])
            ),
            '-infinity'
          )
      ) v
      where w.tenant_id = ${tenantId}
        and w.cleared_at is null
        and w.withdrawn_at is null
        and w.kind = any(${moldKinds}::text[])
        and m.tenant_id = ${tenantId}
        and m.mold_id = w.mold_id
        and (m.service_state = any(${outOfUse}::int[]) or m.archived_date is not null)
      returning 1
    `,
  ]);
  return rows.length;
}

function eventsOf(tenantId: number, r: CounterRow, own: Readonly<Record<string, string>>, now: number) {
  const state = parseReplayState(r.replayState);
  const events = checkClock(state, now, readRules(own, r.interval_ms), {
    moldId: r.mold_id,
    since: r.since_ms,
    isValid: r.is_valid,
    expiresAt: r.expires_ms,
  });
  const open = new Set(r.open ?? []);
  const isValidityOpen = [...open].some((w) => w.startsWith("validity:"));
  // The cause of a `validity` warning is gone, for example because the data plan was prolonged. No reading closes such
  // a warning, so this job closes it.
  const ended =
    isValidityOpen && !events.some((e) => e.kind === "validity")
      ? [
          sql`
            update warning
            set ended_at = ${new Date(now)}, cleared_at = coalesce(cleared_at, ${new Date(now)})
            where tenant_id = ${tenantId}
              and counter_id = ${r.counter_id}
              and kind = 'validity'
              and ended_at is null
          `,
        ]
      : [];
  // Keeps only new warnings, and warnings that rise to a higher level than the open one.
  return [
    ...ended,
    ...events
      .filter((e) => !open.has(`${e.kind}:${e.level}`) && !open.has(`${e.kind}:2`))
      .map((e) => eventSql(tenantId, r.counter_id, e)),
  ];
}
