import { errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../ctx.ts";
import { sql } from "../../db/sql.ts";
import { attemptKey, countAttempt, forgiveAttempt } from "../attempts.ts";
import { verifyPassword } from "../password.ts";

/** Time after the sign-in during which a user without a password may change his or her own log-in settings, ms. */
const recentMs = 10 * 60_000;

/**
 * Requires the password of the caller, so that somebody who took over a session cannot change the log-in settings. A
 * user without a password must have signed in within the last ten minutes.
 */
export async function confirmOwner(ctx: Ctx, password: string | null): Promise<void> {
  const { tenantId, tenantCode, userId, sessionHash } = ctx.who;
  const [users, sessions] = await ctx.db.run(tenantId, [
    sql<{ password_hash: string }>`
      select password_hash from "user" where tenant_id = ${tenantId} and user_id = ${userId}
    `,
    sql<{ at: string }>`
      select coalesce(signed_in_at, created_at) as at
      from session
      where tenant_id = ${tenantId} and token_hash = ${sessionHash}
    `,
  ]);
  const hash = users[0]?.password_hash ?? "";
  if (hash === "") {
    if (Date.parse(sessions[0]?.at ?? "") > ctx.now - recentMs) return;
    throw errors.signInAgain();
  }
  if (password === null || password === "") throw errors.missingField("password");
  // Counts the attempt under the same key as rf_ChangePassword, because a caller can guess the password through both
  // commands.
  const attempt = [attemptKey("change", tenantCode, userId)];
  await countAttempt(ctx.db, ctx.now, attempt);
  if (!(await verifyPassword(password, hash))) throw errors.wrongCurrentPassword();
  await forgiveAttempt(ctx.db, attempt);
}
