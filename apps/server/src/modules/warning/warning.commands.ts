import { AppError, type EnumValue, errors } from "@shotkeeper/contract/kernel";
import {
  acknowledgeWarning,
  clearWarning,
  refuseClear,
  type warningKind,
} from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { mayKind } from "./kind-rights.ts";
import { warningFrom, warningScope } from "./warning.queries.ts";

interface WarningState {
  readonly kind: EnumValue<typeof warningKind>;
  readonly causeGone: boolean;
  readonly isOpen: boolean;
}

/**
 * Locks a warning until the end of the transaction. Throws unknownReference if the warning does not exist or is
 * outside the caller's scope. Throws forbidden if the caller has no right to act on warnings of this kind.
 */
async function lockWarning(ctx: Ctx, tx: Tx, warningId: number): Promise<WarningState> {
  const [row] = await tx.query(
    sql<WarningState>`select t.kind,
        t.ended_at is not null as "causeGone",
        t.cleared_at is null as "isOpen"
      from ${warningFrom(ctx)}
      where t.tenant_id = ${ctx.who.tenantId} and t.warning_id = ${warningId} and ${warningScope(ctx)}
      for update of t`,
  );
  if (!row) throw errors.unknownReference("warningId");
  if (!mayKind(ctx, "M", row.kind)) throw errors.forbidden();
  return row;
}

/** Returns one statement that changes a warning and writes its log entry. */
function changeWarning(ctx: Ctx, warningId: number, action: string, sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`with old as (
      select to_jsonb(t) as before
      from warning t
      where t.tenant_id = ${tenantId} and t.warning_id = ${warningId}),
    done as (
      update warning t
      set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where t.tenant_id = ${tenantId} and t.warning_id = ${warningId}
      returning app_row(t) as after)
    ${logInto(ctx, action, "MOLD_WARNING")} ${String(warningId)}, old.before, done.after
    from old, done
    returning 1`;
}

function emitChange(ctx: Ctx): { readonly count: number } {
  ctx.events.emit(ctx.who.tenantId, { type: "warning" });
  return { count: 1 };
}

export const commandImpls: readonly CommandImpl[] = [
  /** Stores only the first acknowledgement of a warning. A later call can only change the assignee. */
  handle(acknowledgeWarning, async (ctx, { warningId, assignee }) => {
    const { tenantId, userId } = ctx.who;
    await ctx.db.tx(tenantId, async (tx) => {
      await lockWarning(ctx, tx, warningId);
      if (assignee !== null) {
        const known = await tx.query(
          sql`select 1 from "user" where tenant_id = ${tenantId} and user_id = ${assignee}`,
        );
        if (known.length === 0) throw errors.unknownReference("assignee");
      }
      tx.enqueue(
        changeWarning(
          ctx,
          warningId,
          "acknowledge",
          sql`acknowledged_at = coalesce(t.acknowledged_at, ${new Date(ctx.now)}::timestamptz),
            acknowledged_by = coalesce(t.acknowledged_by, ${userId}),
            assignee = coalesce(${assignee}, t.assignee)`,
        ),
      );
    });
    return emitChange(ctx);
  }),

  handle(clearWarning, async (ctx, { warningId, note }) => {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const refusal = refuseClear(await lockWarning(ctx, tx, warningId));
      if (refusal) throw new AppError(refusal);
      tx.enqueue(
        changeWarning(
          ctx,
          warningId,
          "clear",
          sql`cleared_at = ${new Date(ctx.now)}, cleared_by = ${ctx.who.userId}, clear_note = ${note}`,
        ),
      );
    });
    return emitChange(ctx);
  }),
];
