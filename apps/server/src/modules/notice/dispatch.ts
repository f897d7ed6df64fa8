import { codes } from "@shotkeeper/contract/kernel";
import { pushCycle, sendState } from "@shotkeeper/contract/notice";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { notices } from "../../kernel/operation-metrics.ts";
import { errField, log } from "../../kernel/server-log.ts";
import { deliver, type LeasedRow } from "./deliver.ts";
import { SendFailure } from "./send-failure.ts";
import { stillLasts } from "./still-lasting.ts";

const minuteMs = 60_000;
/**
 * Number of outbox rows that one run sends. The next run sends the rest. A digest is never split: a run sends further
 * rows to complete its last digest.
 */
const batchSize = 100;
/** Number of messages that are sent at the same time. Sending one message takes at most half a minute. */
const concurrency = 4;
/**
 * Duration of the lease of an outbox row, ms. No run of the job takes longer. If this server crashes, another server
 * sends the leased rows after this time.
 */
const leaseMs = 20 * minuteMs;
/**
 * Pauses between the attempts to send a row, ms. If the attempt after the last pause fails too, the row is marked as
 * failed.
 */
const retryPausesMs = [1, 5, 15, 60, 240].map((m) => m * minuteMs);
/** Outbox rows that were sent, failed or dropped are deleted this long after their event, ms. */
const retentionMs = 180 * 24 * 60 * minuteMs;

const { waiting, sending, sent, failed, dropped } = sendState.values;

/**
 * Leases a batch of the outbox rows that are due. Skips rows that another server locks at this moment. Drops rows whose
 * cause ended before the first attempt to send them. During sending, the lease protects the rows. A row lock would need
 * a database session, and the embedded database has only one.
 */
async function lease(ctx: Ctx): Promise<LeasedRow[]> {
  const { tenantId } = ctx.who;
  const now = new Date(ctx.now);
  const isDue = sql`tenant_id = ${tenantId}
    and send_state in (${sql.constant(waiting)}, ${sql.constant(sending)})
    and due_at <= ${now}
    and (send_state = ${waiting} or leased_until < ${now})`;
  // The rows of a digest are equal in this order, so that WITH TIES selects all of them. PostgreSQL does not allow
  // SKIP LOCKED in the same SELECT. The condition is repeated, because another server may have leased a row meanwhile.
  const [rows] = await ctx.db.run(tenantId, [
    sql<LeasedRow & { readonly send_state: number }>`with next as (
        select outbox_id
        from notice_outbox
        where ${isDue} and outbox_id in (
          select outbox_id
          from notice_outbox
          where ${isDue}
          order by due_at, rule_id, style, receiver,
            case when push_cycle = ${pushCycle.values.atOnce} then outbox_id end
          fetch first ${sql.constant(batchSize)} rows with ties)
        for update skip locked)
      update notice_outbox x
      set send_state = case
          when x.lasting is null or x.attempts > 0 or ${stillLasts(tenantId)} then ${sending}::int
          else ${dropped}::int
        end,
        attempts = x.attempts + 1,
        leased_until = ${new Date(ctx.now + leaseMs)}
      from next
      where x.tenant_id = ${tenantId} and x.outbox_id = next.outbox_id
      returning x.*`,
  ]);
  return rows.filter((r) => r.send_state === sending);
}

/**
 * Compares outbox rows by time of the event, then by id. `update … returning` returns rows in no defined order, so they
 * must be sorted.
 */
const inOrder = (a: LeasedRow, b: LeasedRow) =>
  a.event_at.localeCompare(b.event_at) || a.outbox_id - b.outbox_id;

/**
 * Groups outbox rows into messages. Rows of a digest are grouped by rule, channel, receiver and due time. All other
 * rows are sent one by one.
 */
function groupsOf(rows: readonly LeasedRow[]): [LeasedRow, ...LeasedRow[]][] {
  const groups = new Map<string, [LeasedRow, ...LeasedRow[]]>();
  for (const r of [...rows].sort(inOrder)) {
    const isImmediate = r.push_cycle === pushCycle.values.atOnce;
    const key = isImmediate ? String(r.outbox_id) : [r.rule_id, r.style, r.receiver, r.due_at].join("\n");
    const group = groups.get(key);
    if (group) group.push(r);
    else groups.set(key, [r]);
  }
  return [...groups.values()];
}

/**
 * Values of the metric's label `outcome`, by state of the outbox row. For any other state the value is "retry", because
 * the message waits for another attempt.
 */
const labels: Readonly<Record<number, string>> = { [sent]: "sent", [failed]: "failed" };

interface Outcome {
  readonly state: number;
  readonly result: string;
  readonly dueAt?: number;
}

function outcomeOf(cause: unknown, attempts: number, now: number): Outcome {
  const failure = cause instanceof SendFailure ? cause : undefined;
  // Logs an error that is not a SendFailure, because it is an error of the server. The rows are sent again later.
  if (!failure) log.error(errField(cause), "a notice was not sent");
  const result = failure?.message ?? codes.internalError;
  const pauseMs = failure?.isFinal ? undefined : retryPausesMs[attempts - 1];
  return pauseMs === undefined ? { state: failed, result } : { state: waiting, result, dueAt: now + pauseMs };
}

async function sendGroup(ctx: Ctx, rows: [LeasedRow, ...LeasedRow[]]): Promise<void> {
  const { tenantId, userId } = ctx.who;
  let outcome: Outcome;
  try {
    outcome = { state: sent, result: await deliver(ctx, rows) };
  } catch (cause) {
    outcome = outcomeOf(cause, Math.max(...rows.map((r) => r.attempts)), ctx.now);
  }
  notices.inc({ channel: rows[0].style, outcome: labels[outcome.state] ?? "retry" });
  const at = new Date(ctx.now);
  await ctx.db.run(tenantId, [
    sql`update notice_outbox
      set send_state = ${outcome.state},
        send_result = ${outcome.result},
        leased_until = null,
        due_at = coalesce(${outcome.dueAt === undefined ? null : new Date(outcome.dueAt)}::timestamptz, due_at),
        sent_at = case when ${outcome.state}::int = ${sent} then ${at}::timestamptz else sent_at end,
        updated_by = ${userId},
        updated_date = ${at}
      where tenant_id = ${tenantId}
        and outbox_id = any(${rows.map((r) => r.outbox_id)})
        and send_state = ${sending}
        and leased_until = ${new Date(ctx.now + leaseMs)}`,
  ]);
}

/** Job: sends the outbox rows that are due. Several servers may run this job at the same time. */
export async function dispatchNotices(ctx: Ctx): Promise<void> {
  const groups = groupsOf(await lease(ctx));
  const work = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) await sendGroup(ctx, group);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** Job: deletes outbox rows that were sent, failed or dropped, `retentionMs` after their event. */
export async function deleteOldNotices(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  await ctx.db.run(tenantId, [
    sql`delete from notice_outbox
      where tenant_id = ${tenantId}
        and event_at < ${new Date(ctx.now - retentionMs)}
        and send_state not in (${waiting}, ${sending})`,
  ]);
}
