import { errors } from "@shotkeeper/contract/kernel";
import { forceOut, resetPassword, userStatus, viewAs } from "@shotkeeper/contract/system";
import { forgetAttempts } from "../../kernel/auth/attempts.ts";
import { forgetDevices } from "../../kernel/auth/devices.ts";
import { openViewSql } from "../../kernel/auth/open-view.ts";
import { hashPassword } from "../../kernel/auth/password.ts";
import { newPassword } from "../../kernel/auth/password-generator.ts";
import { storePassword } from "../../kernel/auth/password-policy.ts";
import { tenantSecret } from "../../kernel/auth/secret.ts";
import { lockSessions } from "../../kernel/auth/session-rows.ts";
import { viewMs } from "../../kernel/auth/viewing.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import { notifySessions } from "./granting.ts";
import { requireGrantable, userScope } from "./user.table.ts";

/** Throws unless the user is another user, is visible to the caller, and has a role that the caller may grant. */
export async function requireOtherUser(ctx: Ctx, userId: string): Promise<void> {
  const { tenantId } = ctx.who;
  // Refuses the caller's own user id. To change their own password, users must enter the old one (rf_ChangePassword). A
  // forced log-out would end the session of this request.
  if (userId === ctx.who.userId) throw errors.ownAccount();
  const [rows] = await ctx.db.run(tenantId, [
    sql`select 1 from "user" t where t.tenant_id = ${tenantId} and t.user_id = ${userId} and ${userScope(ctx)}`,
  ]);
  if (!rows?.length) throw errors.unknownReference("userId");
  await requireGrantable(ctx, [userId], []);
}

function logSql(ctx: Ctx, action: "password" | "forceOut", userId: string): Sql {
  return sql`${logInto(ctx, action, "SYS_USER", "none")} ${userId} returning 1`;
}

export const resetPasswordImpl = handle(resetPassword, async (ctx, { userId }) => {
  const { tenantId, tenantCode, userId: by } = ctx.who;
  await requireOtherUser(ctx, userId);
  const password = newPassword();
  await ctx.db.run(tenantId, [
    ...storePassword(
      { tenantId, userId },
      { hash: await hashPassword(password), mustChange: true, by, at: new Date(ctx.now) },
    ),
    forgetDevices(tenantId, userId),
    logSql(ctx, "password", userId),
  ]);
  // Forgets failed log-ins, which have probably delayed the user. With the new password the user can log in at once.
  await forgetAttempts(ctx.db, tenantCode, userId);
  notifySessions(ctx, [userId]);
  return { password };
});

export const forceOutImpl = handle(forceOut, async (ctx, { userId }) => {
  const { tenantId } = ctx.who;
  await requireOtherUser(ctx, userId);
  const [, ended] = await ctx.db.run(tenantId, [
    lockSessions(tenantId, sql`user_id = ${userId}`),
    sql`
      delete
      from session
      where tenant_id = ${tenantId} and user_id = ${userId} and expires_at > ${new Date(ctx.now)}
      returning 1
    `,
    sql`delete from second_step where tenant_id = ${tenantId} and user_id = ${userId}`,
    logSql(ctx, "forceOut", userId),
  ]);
  notifySessions(ctx, [userId]);
  return { count: ended?.length ?? 0 };
});

export const viewAsImpl = handle(viewAs, async (ctx, { userId }) => {
  const { tenantId } = ctx.who;
  await requireOtherUser(ctx, userId);
  const token = tenantSecret(tenantId);
  await ctx.db.tx(tenantId, async (tx) => {
    // Locks the user. If somebody disables the user at once, one of both transactions waits. Then either the view is
    // refused, or the other transaction finds the view and ends it.
    const [user] = await tx.query(
      sql<{ is_enabled: boolean }>`
        select status = ${userStatus.values.enabled} as is_enabled
        from "user"
        where tenant_id = ${tenantId} and user_id = ${userId}
        for share
      `,
    );
    if (!user?.is_enabled) throw errors.userDisabled();
    const opened = await tx.query(openViewSql(ctx, userId, token));
    if (opened.length === 0) throw errors.sessionEnded();
    await tx.all([sql`${logInto(ctx, "viewAs", "SYS_USER", "none")} ${userId} returning 1`]);
  });
  return { token, until: new Date(ctx.now + viewMs).toISOString() };
});
