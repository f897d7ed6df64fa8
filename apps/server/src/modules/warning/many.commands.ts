import { errors } from "@shotkeeper/contract/kernel";
import { acknowledgeWarnings, clearWarnings, warningKind } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { kindIn, kindsOf } from "./kind-rights.ts";
import { warningFrom, warningScope } from "./warning.queries.ts";

/** Maximum number of warnings in one call. A call with more warnings is refused. */
const maxWarnings = 1000;

function idsOf(value: unknown): readonly number[] {
  const isInt = (n: unknown): n is number => typeof n === "number" && Number.isSafeInteger(n);
  if (!Array.isArray(value) || value.length === 0) throw errors.missingField("warningIds");
  if (value.length > maxWarnings || !value.every(isInt)) throw errors.invalidField("warningIds");
  return [...new Set(value)];
}

/**
 * Throws unless all warnings exist, are in the caller's scope, and are of kinds that the caller may change. A selection
 * is changed completely or not at all.
 */
async function requireAll(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const { tenantId } = ctx.who;
  const [[found]] = await ctx.db.run(tenantId, [
    sql<{ seen: number; mine: number }>`select count(*)::int as seen,
        (count(*) filter (where ${kindIn(kindsOf(ctx, "M"))}))::int as mine
      from ${warningFrom(ctx)}
      where t.tenant_id = ${tenantId} and t.warning_id = any(${ids}::bigint[]) and ${warningScope(ctx)}`,
  ]);
  if (found?.seen !== ids.length) throw errors.unknownReference("warningIds");
  if (found.mine !== ids.length) throw errors.forbidden();
}

/**
 * Changes the warnings that have these ids, are still open and meet `condition`. Writes one log entry per warning. A
 * single SQL statement changes all these warnings or none. Open screens get a single event.
 */
async function changeMany(ctx: Ctx, value: unknown, action: string, condition: Sql, sets: Sql) {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const ids = idsOf(value);
  await requireAll(ctx, ids);
  const found = sql`
    from ${warningFrom(ctx)}
    where t.tenant_id = ${tenantId}
      and t.warning_id = any(${ids}::bigint[])
      and t.cleared_at is null
      and ${kindIn(kindsOf(ctx, "M"))}
      and ${condition}
      and ${warningScope(ctx)}
  `;
  const [, rows] = await ctx.db.run(tenantId, [
    // Locks the warnings in a separate statement, because Citus allows no lock inside of WITH.
    sql`select 1 ${found} for update of t`,
    sql`with old as (select t.warning_id, to_jsonb(t) as before ${found}),
      done as (
        update warning t
        set ${sets}, updated_by = ${userId}, updated_date = ${at}
        from old
        where t.tenant_id = ${tenantId} and t.warning_id = old.warning_id
        returning t.warning_id, app_row(t) as after)
      ${logInto(ctx, action, "MOLD_WARNING")} done.warning_id::text, old.before, done.after
        from done
        join old on old.warning_id = done.warning_id
      returning 1`,
  ]);
  if (rows.length > 0) ctx.events.emit(tenantId, { type: "warning" });
  return { count: rows.length };
}

export const manyCommands: readonly CommandImpl[] = [
  handle(acknowledgeWarnings, async (ctx, { warningIds, assignee }) => {
    const { tenantId, userId } = ctx.who;
    if (assignee !== null) {
      const [known] = await ctx.db.run(tenantId, [
        sql`select 1 from "user" where tenant_id = ${tenantId} and user_id = ${assignee}`,
      ]);
      if (known.length === 0) throw errors.unknownReference("assignee");
    }
    return changeMany(
      ctx,
      warningIds,
      "acknowledge",
      sql`t.acknowledged_at is null`,
      sql`acknowledged_at = ${new Date(ctx.now)},
        acknowledged_by = ${userId},
        assignee = coalesce(${assignee}, t.assignee)`,
    );
  }),

  handle(clearWarnings, (ctx, { warningIds, note }) =>
    changeMany(
      ctx,
      warningIds,
      "clear",
      // Leaves out a removal warning whose counter is still off its mold, because it cannot be closed. The condition
      // must agree with `refuseClear` (contract).
      sql`(t.kind <> ${warningKind.values.removal} or t.ended_at is not null)`,
      sql`cleared_at = ${new Date(ctx.now)}, cleared_by = ${ctx.who.userId}, clear_note = ${note}`,
    ),
  ),
];
