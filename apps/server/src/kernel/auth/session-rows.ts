import type { EnumValue } from "@shotkeeper/contract/kernel";
import type { signInMethod } from "@shotkeeper/contract/system";
import type { Client } from "../client.ts";
import { type Sql, sql } from "../db/sql.ts";
import { hashSecret } from "./secret.ts";

const hour = 3_600_000;
/** Lifetime of a session after its last use, ms: 30 days with "Keep me logged in", otherwise 12 hours. */
const lifeOf = (remember: boolean) => (remember ? 30 * 24 * hour : 12 * hour);
/** Where a session comes from: how the user signed in, the network address, and the browser as it names itself. */
export interface SessionOrigin {
  readonly method: EnumValue<typeof signInMethod>;
  readonly address: string | null;
  readonly agent: string | null;
}

/** Origin of sessions that no request opens, such as those of tests. */
export const unknownOrigin: SessionOrigin = { method: "password", address: null, agent: null };

/** Returns address and device of an origin for the system log. Returns undefined if no request opened the session. */
export const clientOfOrigin = ({ address, agent }: SessionOrigin): Client | undefined =>
  address === null ? undefined : { address, device: agent ?? "" };

/**
 * Inserts a session, and deletes the user's sessions that expired more than a week ago. Younger ones stay, because the
 * clock may have jumped forward (jobs/clean-up.ts).
 */
export function openSql(
  tenantId: number,
  token: string,
  userId: string,
  devType: string,
  remember: boolean,
  now: number,
  { method, address, agent }: SessionOrigin,
): Sql[] {
  const at = new Date(now);
  const lately = new Date(now - 7 * 24 * hour);
  return [
    sql`delete from session where tenant_id = ${tenantId} and user_id = ${userId} and expires_at < ${lately}`,
    sql`
      insert into session (
        tenant_id, token_hash, user_id, dev_type, remember, created_at, seen_at, expires_at, signed_in_at,
        method, address, agent
      )
      values (
        ${tenantId}, ${hashSecret(token)}, ${userId}, ${devType}, ${remember}, ${at}, ${at},
        ${new Date(now + lifeOf(remember))}, ${at}, ${method}, ${address}, ${agent}
      )
    `,
  ];
}

/**
 * Copies the row of a session for a new token, so that both are one session in the user's list. A session that was
 * ended meanwhile has no row any more, so its new token is not valid.
 */
export function renewSql(tenantId: number, hash: string, token: string, remember: boolean, now: number): Sql {
  const at = new Date(now);
  return sql`
    insert into session (
      tenant_id, token_hash, user_id, dev_type, remember, created_at, seen_at, expires_at, session_id,
      signed_in_at, method, address, agent
    )
    select
      tenant_id, ${hashSecret(token)}, user_id, dev_type, remember, ${at}, ${at},
      ${new Date(now + lifeOf(remember))}, session_id, coalesce(signed_in_at, created_at), method, address, agent
    from session
    where tenant_id = ${tenantId} and token_hash = ${hash}
    returning 1
  `;
}
