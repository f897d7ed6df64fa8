import { replaceCounter } from "@shotkeeper/contract/binding";
import { judgeReplacement, refuseJudging } from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import { AppError, type CommandInput, type EnumValue, errors } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { CountPreview } from "@shotkeeper/contract/mold";
import { type Ctx, may } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import { requireVerdict, tellReplacement, wantsSecondPerson } from "../counter/index.ts";
import { moldScope } from "../mold/index.ts";
import { soon } from "../notice/index.ts";
import { replaceNow } from "./binding.commands.ts";
import { refreshBoards } from "./rebind.ts";
import { previewBinding } from "./touched.ts";

type Input = CommandInput<typeof replaceCounter>;

/**
 * Throws unless the caller may add the missed shots. The shots change the mold's total, so the caller needs the right C
 * (correct counts) on the screen of molds.
 */
function requireRight(ctx: Ctx, { addMissed }: Input): void {
  if (addMissed && !may(ctx.who, menus.mold, "C")) throw errors.forbidden();
}

/** Runs the replacement in a dry run. So a request that would fail is refused at once and not at its approval. */
function tryOut(ctx: Ctx, input: Input) {
  const { tenantId } = ctx.who;
  return ctx.db.dryRun(tenantId, (db) => db.tx(tenantId, (tx) => replaceNow({ ...ctx, db }, tx, input)));
}

/** Stores a request to replace a counter, which a second person must approve. Returns the id of the request. */
async function request(ctx: Ctx, input: Input): Promise<number> {
  const { tenantId, userId } = ctx.who;
  const { moldNo, newWriterId, reason, stoppedAt, oldCount, newCount } = input;
  const { oldWriterId: old } = await tryOut(ctx, input);
  const at = new Date(ctx.now);
  // Lets the binding begin now if a count of the new counter or a stop time of the old counter was typed. Otherwise the
  // binding begins when the request is approved.
  const boundAt = input.bindTime ?? (newCount === null && stoppedAt === null ? null : at);
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
            tenant_id, mold_no, writer_id, new_writer_id, stopped_at, old_count, bound_at, new_count,
            add_missed, reason, created_by, created_date, updated_by, updated_date
          )
          values (
            ${tenantId}, ${moldNo}, ${old}, ${newWriterId}, ${stoppedAt}, ${oldCount}, ${boundAt}, ${newCount},
            ${input.addMissed ?? false}, ${reason}, ${userId}, ${at}, ${userId}, ${at}
          )
          returning t.change_id, app_row(t) as after
        ),
        log as (${logInto(ctx, "insert", "BS_WRITER_CHANGE", "after")} change_id, after from done returning 1)
        select change_id as id
        from done
      `,
    );
    return row?.id ?? 0;
  });
}

export const replaceCounterImpl = handle(
  replaceCounter,
  async (ctx, input) => {
    requireRight(ctx, input);
    if (await wantsSecondPerson(ctx)) {
      const changeId = await request(ctx, input);
      refreshBoards(ctx, input.moldNo);
      soon(ctx, (later) => tellReplacement(later, changeId));
      return { bindingId: null, moved: 0, missed: 0, changeId };
    }
    const { bindingId, moved, missed } = await ctx.db.tx(ctx.who.tenantId, (tx) =>
      replaceNow(ctx, tx, input),
    );
    refreshBoards(ctx, input.moldNo);
    return { bindingId, moved, missed: missed?.isAdded ? missed.shots : 0, changeId: null };
  },
  // The preview shows the changes of the replacement, even if the replacement must first be approved.
  (ctx, input) => {
    requireRight(ctx, input);
    return previewBinding(ctx, { moldNos: [input.moldNo], writerIds: [input.newWriterId] }, async () => {
      const { missed } = await ctx.db.tx(ctx.who.tenantId, (tx) => replaceNow(ctx, tx, input));
      return missed;
    });
  },
);

interface RequestRow {
  readonly moldNo: string;
  readonly writerId: string;
  readonly newWriterId: string;
  readonly stoppedAt: string | null;
  readonly oldCount: number | null;
  readonly bindTime: string | null;
  readonly newCount: number | null;
  readonly addMissed: boolean;
  readonly reason: string;
  readonly approval: EnumValue<typeof counterChangeStat>;
  readonly createdBy: string | null;
}

/** Locks a request for a replacement and returns it. Throws if there is no such request in the caller's scope. */
async function lockRequest(ctx: Ctx, tx: Tx, changeId: number): Promise<RequestRow> {
  const { tenantId } = tx;
  const [found] = await tx.query(
    sql<RequestRow>`
      select
        t.mold_no as "moldNo", t.writer_id as "writerId", t.new_writer_id as "newWriterId",
        t.stopped_at as "stoppedAt", t.old_count as "oldCount", t.bound_at as "bindTime",
        t.new_count as "newCount", t.add_missed as "addMissed", t.reason, t.approval,
        t.created_by as "createdBy"
      from counter_change t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and t.change_id = ${changeId} and ${moldScope(ctx, "m")}
      for update of t
    `,
  );
  if (!found) throw errors.unknownReference("changeId");
  return found;
}

/** Approves or rejects a request for a replacement. An approval replaces the counter in the same transaction. */
async function judge(ctx: Ctx, tx: Tx, input: CommandInput<typeof judgeReplacement>) {
  const { tenantId, userId } = ctx.who;
  const { changeId, approval, auditNote } = input;
  requireVerdict(approval, auditNote);
  const found = await lockRequest(ctx, tx, changeId);
  const refusal = refuseJudging(found);
  if (refusal) throw new AppError(refusal);
  let missed: CountPreview["missed"] = null;
  if (approval === counterChangeStat.values.passed) {
    const replaced = await replaceNow(ctx, tx, found);
    // Refuses the approval if the mold got another counter after the request.
    if (replaced.oldWriterId !== found.writerId) throw errors.changedMeanwhile();
    missed = replaced.missed;
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
        returning app_row(t) as after
      ) ${logInto(ctx, "update", "BS_WRITER_CHANGE")} ${String(changeId)},
      old.before, done.after
      from old, done
      returning 1
    `,
  );
  return { moldNo: found.moldNo, missed };
}

export const judgeReplacementImpl = handle(
  judgeReplacement,
  async (ctx, input) => {
    const { moldNo } = await ctx.db.tx(ctx.who.tenantId, (tx) => judge(ctx, tx, input));
    refreshBoards(ctx, moldNo);
    soon(ctx, (later) => tellReplacement(later, input.changeId));
    return { changeId: input.changeId };
  },
  // Uses two transactions and reads the figures outside of them. Inside a transaction, a call of `ctx.db` would wait
  // for the end of this transaction.
  async (ctx, input) => {
    const { tenantId } = ctx.who;
    const { moldNo, newWriterId } = await ctx.db.tx(tenantId, (tx) => lockRequest(ctx, tx, input.changeId));
    return previewBinding(ctx, { moldNos: [moldNo], writerIds: [newWriterId] }, async () => {
      const { missed } = await ctx.db.tx(tenantId, (tx) => judge(ctx, tx, input));
      return missed;
    });
  },
);
