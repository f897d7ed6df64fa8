import type { Ctx } from "../ctx.ts";
import { type Sql, sql } from "../db/sql.ts";
import { logInto } from "../log.ts";
import { hashSecret } from "./secret.ts";
import { viewMs } from "./viewing.ts";

/**
 * Returns the statement that inserts a session in which the caller sees what `viewedUser` sees. The new session has a
 * token of its own, but the session id of the caller's session, so that it ends together with that session. The
 * statement returns no row if the caller's session has ended, or is such a view itself.
 */
export function openViewSql(ctx: Ctx, viewedUser: string, token: string): Sql {
  const { tenantId, sessionHash } = ctx.who;
  const at = new Date(ctx.now);
  return sql`
    insert into session (
      tenant_id, token_hash, user_id, dev_type, remember, created_at, seen_at, expires_at, session_id,
      signed_in_at, method, address, agent, viewed_user
    )
    select
      tenant_id, ${hashSecret(token)}, user_id, dev_type, false, ${at}, ${at}, ${new Date(ctx.now + viewMs)},
      session_id, ${at}, method, address, agent, ${viewedUser}
    from session
    where tenant_id = ${tenantId} and token_hash = ${sessionHash} and viewed_user is null
    returning 1
  `;
}

/** Statement that records in the system log that the caller ends the session, or only the view. */
export function logEnd(ctx: Ctx): Sql {
  const { userId, viewer } = ctx.who;
  return viewer
    ? sql`${logInto(ctx, "viewEnd", "SYS_USER", "none")} ${userId} returning 1`
    : sql`${logInto(ctx, "logout", "session", "none")} ${userId} returning 1`;
}
