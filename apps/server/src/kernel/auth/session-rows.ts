import { type Sql, sql } from "../db/sql.ts";
import { hashSecret } from "./secret.ts";

const hour = 3_600_000;
/**
 * Lifetime of a token, ms: 30 days with "Keep me logged in", otherwise 12 hours. A session in use gets a new token
 * before the end.
 */
const lifeOf = (remember: boolean) => (remember ? 30 * 24 * hour : 12 * hour);

/** Inserts a session, and deletes those of the user that expired more than a week ago. */
export function openSql(
  tenantId: number,
  token: string,
  userId: string,
  devType: string,
  remember: boolean,
  now: number,
): Sql[] {
  const at = new Date(now);
  // Sessions that expired lately stay, because the clock may have jumped forward (jobs/clean-up.ts).
  const lately = new Date(now - 7 * 24 * hour);
  return [
    sql`delete from session where tenant_id = ${tenantId} and user_id = ${userId} and expires_at < ${lately}`,
    sql`
      insert into session (
        tenant_id, token_hash, user_id, dev_type, remember, created_at, seen_at, expires_at
      )
      values (
        ${tenantId}, ${hashSecret(token)}, ${userId}, ${devType}, ${remember}, ${at}, ${at},
        ${new Date(now + lifeOf(remember))}
      )
    `,
  ];
}
