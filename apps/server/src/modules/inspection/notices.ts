import { appointLevel } from "@shotkeeper/contract/inspection";
import { warningLevel } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { notify } from "../notice/index.ts";

/** Whose turn it is: what is solved waits for its finder, the rest for who is in charge. */
const turnOf = {
  appointAssigned: sql.raw("t.assignee"),
  appointSentBack: sql.raw("coalesce(t.assignee, t.save_problem_by)"),
  appointSolved: sql.raw("t.issue_found_by"),
} as const;

/** Tells the one whose turn it is now, unless he took the step himself. */
export async function tellAppoints(
  ctx: Ctx,
  type: keyof typeof turnOf,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { tenantId, userId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select t.appoint_id, t.mold_no, m.mold_id, t.appoint_level, ${turnOf[type]} as person, t.sent_back_count
      from mold_appoint t join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.appoint_id = any(${ids}::text[]) and ${turnOf[type]} <> ${userId}`,
  ]);
  const at = new Date(ctx.now).toISOString();
  const { urgent, notice } = warningLevel.values;
  await notify(
    ctx,
    (rows ?? []).map((r) => ({
      type,
      title: type,
      eventKey: `appoint/${r.appoint_id}/${type}/${r.sent_back_count}/${r.person}`,
      level: r.appoint_level === appointLevel.values.critical ? urgent : notice,
      moldId: Number(r.mold_id),
      to: String(r.person),
      subject: String(r.mold_no),
      at,
      facts: { mold: String(r.mold_no), issue: String(r.appoint_id) },
      cause: { change: type, appointId: r.appoint_id, moldNo: r.mold_no },
    })),
  );
}
