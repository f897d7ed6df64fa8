import { replaceCounter } from "@shotkeeper/contract/binding";
import { judgeReplacement, refuseJudging } from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import { AppError, type CommandInput, type EnumValue, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { dryRun } from "../../kernel/dry-run.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import { requireVerdict, tellReplacement, wantsSecondPerson } from "../counter/index.ts";
import { moldScope } from "../mold/index.ts";
import { soon } from "../notice/index.ts";
import { replaceNow } from "./binding.commands.ts";
import { refreshBoards } from "./rebind.ts";

/**
 * Performs the replacement and rolls it back, so that errors appear before approval. Returns the number of the old
 * counter.
 */
const tryReplacement = (ctx: Ctx, input: CommandInput<typeof replaceCounter>): Promise<string> =>
  dryRun(ctx.db, ctx.who.tenantId, async (tx) => (await replaceNow(ctx, tx, input)).oldWriterId);

/** Stores a request to replace a counter, which a second person must approve. Returns the id of the request. */
async function request(ctx: Ctx, input: CommandInput<typeof replaceCounter>): Promise<number> {
  const { tenantId, userId } = ctx.who;
  const { moldNo, newWriterId, reason } = input;
  const old = await tryReplacement(ctx, input);
  const at = new Date(ctx.now);
  return ctx.db.tx(tenantId, async (tx) => {
    const [waiting] = await tx.query(
      sql`
        select 1
        from counter_change
        where tenant_id = ${tenantId}
          and mold_no = ${moldNo}
          and approval = ${counterChangeStat.values.registered}
      `,
    );
    if (waiting) throw errors.replacementPending();
    const [row] = await tx.query(
      sql<{
        id: number;
      }>`
        with done as (
          insert into counter_change as t (
            tenant_id, mold_no, writer_id, new_writer_id, reason, created_by, created_date,
            updated_by, updated_date
          )
          values (
            ${tenantId}, ${moldNo}, ${old}, ${newWriterId}, ${reason}, ${userId}, ${at}, ${userId},
            ${at}
          )
          returning t.change_id, to_jsonb(t) as after
        ),
        log as (${logInto(ctx, "insert", "BS_WRITER_CHANGE", "after")} change_id, after from done)
        select change_id as id
        from done
      `,
    );
    return row?.id ?? 0;
  });
}

export const replaceCounterImpl = handle(replaceCounter, async (ctx, input) => {
  if (await wantsSecondPerson(ctx)) {
    const changeId = await request(ctx, input);
    refreshBoards(ctx, input.moldNo);
    soon(tellReplacement(ctx, changeId));
    return { bindingId: null, moved: 0, changeId };
  }
  const { bindingId, moved } = await ctx.db.tx(ctx.who.tenantId, (tx) => replaceNow(ctx, tx, input));
  refreshBoards(ctx, input.moldNo);
  return { bindingId, moved, changeId: null };
});

interface RequestRow {
  readonly moldNo: string;
  readonly writerId: string;
  readonly newWriterId: string;
  readonly reason: string;
  readonly approval: EnumValue<typeof counterChangeStat>;
  readonly createdBy: string | null;
}

export const judgeReplacementImpl = handle(
  judgeReplacement,
  async (ctx, { changeId, approval, auditNote }) => {
    const { tenantId, userId } = ctx.who;
    requireVerdict(approval, auditNote);
    const moldNo = await ctx.db.tx(tenantId, async (tx) => {
      const [found] = await tx.query(
        sql<RequestRow>`
          select
            t.mold_no as "moldNo", t.writer_id as "writerId", t.new_writer_id as "newWriterId",
            t.reason, t.approval, t.created_by as "createdBy"
          from counter_change t
          join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
          where t.tenant_id = ${tenantId} and t.change_id = ${changeId} and ${moldScope(ctx, "m")}
          for update of t
        `,
      );
      if (!found) throw errors.unknownReference("changeId");
      const refusal = refuseJudging(found, userId);
      if (refusal) throw new AppError(refusal);
      if (approval === counterChangeStat.values.passed) {
        const { oldWriterId } = await replaceNow(ctx, tx, found);
        // The mold got another counter after the request, so the requested replacement can no longer be made.
        if (oldWriterId !== found.writerId) throw errors.changedMeanwhile();
      }
      const at = new Date(ctx.now);
      await tx.query(
        sql`
          with old as (
            select to_jsonb(t) as before
            from counter_change t
            where t.tenant_id = ${tenantId} and t.change_id = ${changeId}
          ),
          done as (
            update counter_change t
            set
              approval = ${approval}, audit_note = ${auditNote}, judged_by = ${userId},
              judged_at = ${at}, updated_by = ${userId}, updated_date = ${at}
            where t.tenant_id = ${tenantId} and t.change_id = ${changeId}
            returning to_jsonb(t) as after
          ) ${logInto(ctx, "update", "BS_WRITER_CHANGE")} ${String(changeId)},
          old.before, done.after
          from old, done
        `,
      );
      return found.moldNo;
    });
    refreshBoards(ctx, moldNo);
    soon(tellReplacement(ctx, changeId));
    return { changeId };
  },
);
