import { AppError, type EnumValue } from "@shotkeeper/contract/kernel";
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
import { mayKind } from "./may-warn.ts";
import { warningFrom, warningScope } from "./warning.queries.ts";

interface Locked {
  readonly kind: EnumValue<typeof warningKind>;
  readonly causeGone: boolean;
  readonly isOpen: boolean;
}

/** The warning, locked until the end of the transaction. One that the asker may not see does not exist. */
async function lockWarning(ctx: Ctx, tx: Tx, warningId: number): Promise<Locked> {
  const [row] = await tx.query(
    sql`select t.kind, t.ended_at is not null as "causeGone", t.cleared_at is null as "isOpen" from ${warningFrom(ctx)}
      where t.tenant_id = ${ctx.who.tenantId} and t.warning_id = ${warningId} and ${warningScope(ctx)} for update of t`,
  );
  if (!row) throw new AppError("S0202", "WARNING_ID");
  if (!mayKind(ctx, "M", String(row.kind))) throw new AppError("S0020");
  return row as unknown as Locked;
}

/** Changes the warning and writes its history, in one statement. */
function changeWarning(ctx: Ctx, warningId: number, action: string, sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  return sql`with old as (select to_jsonb(t) as before from warning t where t.tenant_id = ${tenantId} and t.warning_id = ${warningId}),
    done as (update warning t set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where t.tenant_id = ${tenantId} and t.warning_id = ${warningId} returning to_jsonb(t) as after)
    ${logInto(ctx, action, "MOLD_WARNING")} ${String(warningId)}, old.before, done.after from old, done`;
}

function told(ctx: Ctx): { COUNT: number } {
  ctx.events.emit(ctx.who.tenantId, { type: "warning" });
  return { COUNT: 1 };
}

export const commandImpls: readonly CommandImpl[] = [
  /** The first who acknowledges stands; later ones may only hand it to somebody else. */
  handle(acknowledgeWarning, async (ctx, { warningId, assignee }) => {
    const { tenantId, userId } = ctx.who;
    await ctx.db.tx(tenantId, async (tx) => {
      await lockWarning(ctx, tx, warningId);
      if (assignee !== null) {
        const known = await tx.query(
          sql`select 1 from "user" where tenant_id = ${tenantId} and user_id = ${assignee}`,
        );
        if (known.length === 0) throw new AppError("S0202", "ASSIGNEE");
      }
      await tx.query(
        changeWarning(
          ctx,
          warningId,
          "acknowledge",
          sql`acknowledged_at = coalesce(t.acknowledged_at, ${new Date(ctx.now)}::timestamptz), acknowledged_by = coalesce(t.acknowledged_by, ${userId}),
            assignee = coalesce(${assignee}, t.assignee)`,
        ),
      );
    });
    return told(ctx);
  }),

  handle(clearWarning, async (ctx, { warningId, note }) => {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const refusal = refuseClear(await lockWarning(ctx, tx, warningId));
      if (refusal) throw new AppError(refusal.code);
      await tx.query(
        changeWarning(
          ctx,
          warningId,
          "clear",
          sql`cleared_at = ${new Date(ctx.now)}, cleared_by = ${ctx.who.userId}, clear_note = ${note}`,
        ),
      );
    });
    return told(ctx);
  }),
];
