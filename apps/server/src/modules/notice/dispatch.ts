import { pushCycle, sendState } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { deliver, type TakenRow } from "./deliver.ts";
import { stillLasts } from "./lasting.ts";
import { SendFailure } from "./send-failure.ts";

const minuteMs = 60_000;
/** Rows taken in one run, and groups of them under way at once. One takes half a minute at the very worst. */
const batch = 100;
const atOnce = 4;
/** Longer than a batch can take. After a crash what was taken waits so long for the next server. */
const leaseMs = 20 * minuteMs;
/** How long after each failure it is tried again; then it has failed. */
const pauses = [1, 5, 15, 60, 240].map((m) => m * minuteMs);
/** The sent log goes back this far. */
const keptMs = 180 * 24 * 60 * minuteMs;

const { waiting, sending, sent, failed, dropped } = sendState.values;

/**
 * Takes what is due: a row that another server takes at this moment is skipped, and one that is taken is nobody
 * else's until its lease is over. The locks do not outlive the statement, because an embedded database has one session.
 */
async function take(ctx: Ctx): Promise<TakenRow[]> {
  const { tenantId } = ctx.who;
  const now = new Date(ctx.now);
  const [rows] = await ctx.db.run(tenantId, [
    sql`with next as (select outbox_id from notice_outbox where tenant_id = ${tenantId} and send_state in (${waiting}, ${sending}) and due_at <= ${now}
        and (send_state = ${waiting} or leased_until < ${now}) order by due_at, outbox_id limit ${batch} for update skip locked)
      update notice_outbox x set send_state = case when x.lasting is null or x.attempts > 0 or ${stillLasts(tenantId)} then ${sending}::int else ${dropped}::int end,
        attempts = x.attempts + 1, leased_until = ${new Date(ctx.now + leaseMs)}
      from next where x.tenant_id = ${tenantId} and x.outbox_id = next.outbox_id returning x.*`,
  ]);
  return (rows as unknown as (TakenRow & { readonly send_state: number })[]).filter(
    (r) => r.send_state === sending,
  );
}

/** The update gives them back in no order. */
const inOrder = (a: TakenRow, b: TakenRow) =>
  a.event_at.localeCompare(b.event_at) || a.outbox_id - b.outbox_id;

/** What is told at once goes alone; digests gather what one rule has for one receiver. */
function groupsOf(rows: readonly TakenRow[]): [TakenRow, ...TakenRow[]][] {
  const groups = new Map<string, [TakenRow, ...TakenRow[]]>();
  for (const r of [...rows].sort(inOrder)) {
    const isAlone = r.push_cycle === pushCycle.values.atOnce;
    const key = isAlone ? String(r.outbox_id) : [r.rule_id, r.style, r.receiver, r.due_at].join("\n");
    const group = groups.get(key);
    if (group) group.push(r);
    else groups.set(key, [r]);
  }
  return [...groups.values()];
}

interface Outcome {
  readonly state: number;
  readonly result: string;
  readonly dueAt?: number;
}

function outcomeOf(cause: unknown, attempts: number, now: number): Outcome {
  const failure = cause instanceof SendFailure ? cause : undefined;
  // A fault of our own is told in the server's log too, and may pass.
  if (!failure) console.error("a notice was not sent:", cause);
  const result = failure?.message ?? "S0209";
  const pause = failure?.isFinal ? undefined : pauses[attempts - 1];
  return pause === undefined ? { state: failed, result } : { state: waiting, result, dueAt: now + pause };
}

async function sendGroup(ctx: Ctx, rows: [TakenRow, ...TakenRow[]]): Promise<void> {
  const { tenantId, userId } = ctx.who;
  let outcome: Outcome;
  try {
    outcome = { state: sent, result: await deliver(ctx, rows) };
  } catch (cause) {
    outcome = outcomeOf(cause, Math.max(...rows.map((r) => r.attempts)), ctx.now);
  }
  const at = new Date(ctx.now);
  await ctx.db.run(tenantId, [
    sql`update notice_outbox set send_state = ${outcome.state}, send_result = ${outcome.result}, leased_until = null,
        due_at = coalesce(${outcome.dueAt === undefined ? null : new Date(outcome.dueAt)}::timestamptz, due_at),
        sent_at = case when ${outcome.state}::int = ${sent} then ${at}::timestamptz else sent_at end, updated_by = ${userId}, updated_date = ${at}
      where tenant_id = ${tenantId} and outbox_id = any(${rows.map((r) => r.outbox_id)}) and send_state = ${sending} and leased_until = ${new Date(ctx.now + leaseMs)}`,
  ]);
}

/** The job: sends what is due. Any number of servers may. */
export async function dispatchNotices(ctx: Ctx): Promise<void> {
  const groups = groupsOf(await take(ctx));
  const work = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) await sendGroup(ctx, group);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** The job: what has long been sent is not kept for ever. */
export async function endNotices(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  await ctx.db.run(tenantId, [
    sql`delete from notice_outbox where tenant_id = ${tenantId} and event_at < ${new Date(ctx.now - keptMs)} and send_state not in (${waiting}, ${sending})`,
  ]);
}
