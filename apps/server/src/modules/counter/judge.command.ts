import { judgeCounters, refuseJudging } from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import { AppError, type EnumValue, errors } from "@shotkeeper/contract/kernel";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import { soon } from "../notice/index.ts";
import { tellJudged } from "./approval-notices.ts";
import { counterFrom, counterScope, remarkWith } from "./counter-facts.ts";
import { idsOf } from "./ids-of.ts";

type Verdict = EnumValue<typeof counterChangeStat>;

/** Checks the decision of a reviewer. Throws unless it is an approval, or a rejection with a note. */
export function requireVerdict(approval: Verdict, auditNote: string | null): void {
  if (approval === counterChangeStat.values.registered) throw errors.invalidField("cStat");
  if (approval === counterChangeStat.values.rejected && auditNote === null)
    throw errors.missingField("auditNote");
}

/** Approves or rejects registered counters. The note is appended to the remark, where the registrant can read it. */
export const judgeCountersImpl = handle(judgeCounters, async (ctx, { writerIds, approval, auditNote }) => {
  const { tenantId, userId } = ctx.who;
  requireVerdict(approval, auditNote);
  const ids = idsOf(writerIds);
  const judged = await ctx.db.tx(tenantId, async (tx) => {
    const found = await tx.query(
      sql<{
        writerId: string;
        approval: Verdict;
        requester: string | null;
      }>`
        select t.writer_id as "writerId", t.approval, coalesce(t.submitted_by, t.created_by) as requester
        from ${counterFrom(ctx)}
        where t.tenant_id = ${tenantId} and t.writer_id = any(${ids}) and ${counterScope(ctx)}
        for update of t
      `,
    );
    const missing = ids.find((id) => !found.some((c) => c.writerId === id));
    if (missing !== undefined) throw errors.unknownCounter(missing);
    for (const c of found) {
      const refusal = refuseJudging(c);
      if (refusal) throw new AppError(refusal);
    }
    const at = new Date(ctx.now);
    await tx.query(
      sql`
        with old as (
          select t.writer_id, to_jsonb(t) - 'secret_hash' as before
          from counter t
          where t.tenant_id = ${tenantId} and t.writer_id = any(${ids})
        ),
        done as (
          update counter t
          set
            approval = ${approval},
            remark = ${remarkWith(auditNote)},
            updated_by = ${userId}, updated_date = ${at}
          where t.tenant_id = ${tenantId} and t.writer_id = any(${ids})
          returning t.writer_id, app_row(t) - 'secret_hash' as after
        ) ${logInto(ctx, "update", "BS_WRITER")} done.writer_id,
        old.before, done.after
        from done
        join old on old.writer_id = done.writer_id
        returning 1
      `,
    );
    return found;
  });
  soon(ctx, (later) => tellJudged(later, judged, approval, auditNote));
  return { count: ids.length };
});
