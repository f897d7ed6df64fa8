import { appointLevel } from "@shotkeeper/contract/inspection";
import type { EnumValue } from "@shotkeeper/contract/kernel";
import { warningLevel } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { notify } from "../notice/index.ts";

/**
 * SQL expressions of the user who must act next. New assignment: the assignee. Issue that was sent back: the assignee,
 * or else the user who solved the issue. Solved issue: the finder.
 */
const nextUser = {
  appointAssigned: sql.raw("t.assignee"),
  appointSentBack: sql.raw("coalesce(t.assignee, t.save_problem_by)"),
  appointSolved: sql.raw("t.issue_found_by"),
} as const;

/** Notifies the user who must act next on each of the inspection issues, unless that user is the caller. */
export async function notifyAppoints(
  ctx: Ctx,
  type: keyof typeof nextUser,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { tenantId, userId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<{
      appoint_id: string;
      mold_no: string;
      mold_id: number;
      appoint_level: EnumValue<typeof appointLevel>;
      person: string;
      sent_back_count: number;
    }>`select t.appoint_id, t.mold_no, m.mold_id, t.appoint_level, ${nextUser[type]} as person, t.sent_back_count
      from mold_appoint t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.appoint_id = any(${ids}::text[]) and ${nextUser[type]} <> ${userId}`,
  ]);
  const at = new Date(ctx.now).toISOString();
  const { urgent, notice } = warningLevel.values;
  await notify(
    ctx,
    rows.map((r) => ({
      type,
      title: type,
      eventKey: `appoint/${r.appoint_id}/${type}/${r.sent_back_count}/${r.person}`,
      level: r.appoint_level === appointLevel.values.critical ? urgent : notice,
      moldId: r.mold_id,
      to: r.person,
      subject: r.mold_no,
      at,
      facts: { mold: r.mold_no, issue: r.appoint_id },
      cause: { change: type, appointId: r.appoint_id, moldNo: r.mold_no },
    })),
  );
}
