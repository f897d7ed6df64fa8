import { counter } from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import type { EnumValue } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import { warningLevel } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type NoticeEvent, notify } from "../notice/index.ts";

type Verdict = EnumValue<typeof counterChangeStat>;

/** Returns the counters that a notice names: "C1" for one counter, "C1 + 4" for C1 and four others. */
const subjectOf = (ids: readonly string[]) =>
  ids.length > 1 ? `${ids[0]} + ${ids.length - 1}` : (ids[0] ?? "");

const base = (ctx: Ctx) => ({
  level: warningLevel.values.notice,
  at: new Date(ctx.now).toISOString(),
});

/**
 * If some of the counters wait for approval, notifies the users who may approve registrations. The caller, who has
 * added or changed the counters, gets no notice.
 */
export async function tellRegistered(ctx: Ctx, writerIds: readonly string[]): Promise<void> {
  const { tenantId, userId } = ctx.who;
  // Includes `since`, the time at which approval was last requested, in the event key. So another change of a counter
  // that still waits for approval sends no second notice.
  const [rows] = await ctx.db.run(tenantId, [
    sql<{
      writer_id: string;
      since: string | null;
    }>`
      select
        t.writer_id,
        (
          select max(l.at)
          from system_log l
          where l.tenant_id = ${tenantId}
            and l.target = ${counter.wire}
            and l.target_key = t.writer_id
            and jsonb_exists(l.after, 'approval')
        ) as since
      from counter t
      where t.tenant_id = ${tenantId}
        and t.writer_id = any(${writerIds}::text[])
        and t.approval = ${counterChangeStat.values.registered}
      order by 1
    `,
  ]);
  const ids = rows.map((r) => r.writer_id);
  if (ids.length === 0) return;
  const subject = subjectOf(ids);
  await notify(ctx, [
    {
      ...base(ctx),
      type: "counterAsked",
      title: "registrationAsked",
      menus: [menuIds.counterRegistration],
      eventKey: `registration/${subject}/${rows[0]?.since}`,
      notTo: userId,
      moldId: null,
      subject,
      facts: { counter: subject },
      cause: { change: "registrationAsked", counter: subject },
    },
  ]);
}

/** Notifies the users who submitted one of the counters for approval that it was approved or rejected. */
export async function tellJudged(
  ctx: Ctx,
  counters: readonly { readonly writerId: string; readonly requester: string | null }[],
  approval: Verdict,
  reason: string | null,
): Promise<void> {
  const title = approval === counterChangeStat.values.passed ? "registrationPassed" : "registrationRejected";
  const people = new Set(counters.flatMap((c) => c.requester ?? []));
  const events = [...people].map((to): NoticeEvent => {
    const subject = subjectOf(counters.filter((c) => c.requester === to).map((c) => c.writerId));
    return {
      ...base(ctx),
      type: "counterJudged",
      title,
      menus: [menuIds.counterRegistration],
      eventKey: `registration/${subject}/${title}/${ctx.now}`,
      to,
      moldId: null,
      subject,
      facts: { counter: subject, reason },
      cause: { change: title, counter: subject },
    };
  });
  await notify(ctx, events);
}

/**
 * Notifies about a request to replace a counter. If the request is open, notifies the users who may approve it. If it
 * is decided, notifies its requester.
 */
export async function tellReplacement(ctx: Ctx, changeId: number): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<{
      mold_no: string;
      new_writer_id: string;
      reason: string;
      approval: Verdict;
      audit_note: string | null;
      created_by: string | null;
      mold_id: number;
    }>`
      select t.mold_no, t.new_writer_id, t.reason, t.approval, t.audit_note, t.created_by, m.mold_id
      from counter_change t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.change_id = ${changeId}
    `,
  ]);
  const [r] = rows;
  if (!r) return;
  const { registered, passed } = counterChangeStat.values;
  const isWaiting = r.approval === registered;
  const title = isWaiting
    ? "replacementAsked"
    : r.approval === passed
      ? "replacementPassed"
      : "replacementRejected";
  const mold = r.mold_no;
  await notify(ctx, [
    {
      ...base(ctx),
      type: isWaiting ? "counterAsked" : "counterJudged",
      title,
      menus: [menuIds.binding],
      eventKey: `replacement/${changeId}/${title}`,
      ...(isWaiting ? { notTo: userId } : { to: r.created_by ?? "" }),
      moldId: r.mold_id,
      subject: mold,
      facts: {
        counter: r.new_writer_id,
        mold,
        reason: (isWaiting ? r.reason : r.audit_note) ?? "",
      },
      cause: { change: title, moldNo: mold, changeId },
    },
  ]);
}
