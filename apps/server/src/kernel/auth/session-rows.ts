import type { EnumValue } from "@shotkeeper/contract/kernel";
import { type MenuChange, type signInMethod, userStatus } from "@shotkeeper/contract/system";
import type { Client } from "../client.ts";
import { type Sql, sql } from "../db/sql.ts";
import { menuChanges } from "./menus.ts";
import type { Limits } from "./seats.ts";
import { lacksFactor } from "./second-factor/factors.ts";
import { hashSecret } from "./secret.ts";
import { joinViewer, type ViewerRow, viewerColumns, viewStands } from "./viewing.ts";

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
 * A session with its user, as `Sessions` reads it. If the session is a view ("View as this user"), `user_id` is the
 * viewed user.
 */
export interface SessionRow extends Limits, ViewerRow {
  readonly superseded: boolean;
  readonly seen_at: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly remember: boolean;
  readonly dev_type: string;
  readonly user_name: string;
  readonly must_change_password: boolean;
  readonly method: EnumValue<typeof signInMethod>;
  readonly role_code: string | null;
  readonly data_scope: string | null;
  readonly org_id: string | null;
  readonly cust_id: string | null;
  readonly org_type: string | null;
  readonly rights: string[] | null;
  readonly menus: readonly MenuChange[];
  readonly code: string;
  readonly zone: string;
}

/** Selects a session that is valid at the time `now`, by the hash of its token. */
export const selectSession = (tenantId: number, hash: string, now: number): Sql<SessionRow> =>
  sql<SessionRow>`
    select
      u.user_id, s.created_at, s.expires_at, s.remember, s.dev_type, u.user_name, u.role_code, r.data_scope,
      u.must_change_password, s.method, u.org_id, u.cust_id, o.type as org_type,
      (
        select array_agg(authority)
        from role_right rr
        where rr.tenant_id = ${tenantId} and rr.role_code = u.role_code
      ) as rights,
      ${menuChanges(tenantId)} as menus, t.code, t.zone, t.due_date::text, t.validity_control,
      t.pc_count, t.pda_count, s.seen_at, s.superseded, ${viewerColumns(tenantId)}
    from session s
    ${joinViewer(tenantId)}
    join "user" u on u.tenant_id = ${tenantId} and u.user_id = coalesce(s.viewed_user, s.user_id)
      and u.status = ${userStatus.values.enabled}
    join tenant t on t.tenant_id = ${tenantId}
    left join role r on r.tenant_id = ${tenantId} and r.role_code = u.role_code
    left join organization o on o.tenant_id = ${tenantId} and o.org_id = u.org_id
    where s.tenant_id = ${tenantId}
      and s.token_hash = ${hash}
      and s.expires_at > ${new Date(now)}
      and (s.viewed_user is not null or not ${lacksFactor(tenantId)})
      and ${viewStands(tenantId, now)}
  `;

/**
 * Inserts a session, and deletes the user's sessions that expired more than a week ago. Sessions that expired later are
 * kept, because they may only seem expired after the clock has jumped forward (jobs/clean-up.ts).
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
 * Returns the statement that must run before sessions are deleted, in the same transaction. It waits for renewals of
 * their tokens. The deletion then sees the rows of the new tokens. Without it, the new token would stay valid.
 */
export const lockSessions = (tenantId: number, condition: Sql): Sql => sql`
  select from session where tenant_id = ${tenantId} and ${condition} order by token_hash for update
`;

/**
 * Copies the row of a session for a new token, so that the old and the new token are one session in the user's list. A
 * session that has ended has no row to copy, so the new token is not valid.
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
