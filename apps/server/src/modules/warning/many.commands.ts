import { AppError } from "@shotkeeper/contract/kernel";
import { acknowledgeWarnings, clearWarnings, warningKind } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { kindIn, kindsOf } from "./may-warn.ts";
import { warningFrom, warningScope } from "./warning.queries.ts";

/** What a person can have chosen on the glass. */
const mostAtOnce = 1000;

function idsOf(value: unknown): readonly number[] {
  const whole = (n: unknown): n is number => typeof n === "number" && Number.isSafeInteger(n);
  if (!Array.isArray(value) || value.length === 0) throw new AppError("S0007", "WARNING_IDS");
  if (value.length > mostAtOnce || !value.every(whole)) throw new AppError("S0200", "WARNING_IDS");
  return value;
}

/**
 * Changes those of the warnings that the asker may see and `open` holds for, each with its line of history, in one
 * statement: all or none, and one message to the screens however many there are.
 */
async function changeMany(
  ctx: Ctx,
  ids: unknown,
  action: string,
  open: Sql,
  sets: Sql,
): Promise<{ COUNT: number }> {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const [rows] = await ctx.db.run(tenantId, [
    sql`with old as (select t.warning_id, to_jsonb(t) as before from ${warningFrom(ctx)}
        where t.tenant_id = ${tenantId} and t.warning_id = any(${idsOf(ids)}::bigint[]) and t.cleared_at is null and ${kindIn(kindsOf(ctx, "M"))} and ${open} and ${warningScope(ctx)} for update of t),
      done as (update warning t set ${sets}, updated_by = ${userId}, updated_date = ${at} from old
        where t.tenant_id = ${tenantId} and t.warning_id = old.warning_id returning t.warning_id, to_jsonb(t) as after)
      ${logInto(ctx, action, "MOLD_WARNING")} done.warning_id::text, old.before, done.after
        from done join old on old.warning_id = done.warning_id returning 1`,
  ]);
  if (rows?.length) ctx.events.emit(tenantId, { type: "warning" });
  return { COUNT: rows?.length ?? 0 };
}

export const manyCommands: readonly CommandImpl[] = [
  handle(acknowledgeWarnings, async (ctx, { warningIds, assignee }) => {
    const { tenantId, userId } = ctx.who;
    if (assignee !== null) {
      const [known] = await ctx.db.run(tenantId, [
        sql`select 1 from "user" where tenant_id = ${tenantId} and user_id = ${assignee}`,
      ]);
      if (!known?.length) throw new AppError("S0202", "ASSIGNEE");
    }
    return changeMany(
      ctx,
      warningIds,
      "acknowledge",
      sql`t.acknowledged_at is null`,
      sql`acknowledged_at = ${new Date(ctx.now)}, acknowledged_by = ${userId}, assignee = coalesce(${assignee}, t.assignee)`,
    );
  }),

  handle(clearWarnings, (ctx, { warningIds, note }) =>
    changeMany(
      ctx,
      warningIds,
      "clear",
      // As refuseClear says of one: a label that is still off cannot be confirmed to be back on.
      sql`(t.kind <> ${warningKind.values.removal} or t.ended_at is not null)`,
      sql`cleared_at = ${new Date(ctx.now)}, cleared_by = ${ctx.who.userId}, clear_note = ${note}`,
    ),
  ),
];
