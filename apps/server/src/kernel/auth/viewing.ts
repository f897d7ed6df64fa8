import { menus } from "@shotkeeper/contract/menus";
import { dataScope, userStatus } from "@shotkeeper/contract/system";
import { type Sql, sql } from "../db/sql.ts";
import type { Principal, Viewer } from "../principal.ts";
import { idleMs } from "./seats.ts";

/** Lifetime of a session in which an administrator sees the application as another user, ms. It is never renewed. */
export const viewMs = 30 * 60_000;
/**
 * Right that an administrator must keep while a view is open. Without this right, the view ends. It is the right to
 * modify users, which also allows to set their passwords.
 */
const viewRight = `${menus.user}:M`;

/**
 * Row with the columns of `viewerColumns`. A view is a session in which an administrator sees the application as
 * another user. The fields `viewer_…` describe this administrator, and are null in all other sessions. `expires_at` is
 * the end of the session.
 */
export interface ViewerRow {
  readonly viewer_id: string | null;
  readonly viewer_name: string | null;
  readonly viewer_rights: readonly string[] | null;
  readonly expires_at: string;
}

/**
 * SQL columns of a session with the alias `s`: its end and, if it is a view ("View as this user"), the administrator
 * who opened it. The statement must also contain `joinViewer`.
 */
export const viewerColumns = (tenantId: number): Sql => sql`
  v.user_id as viewer_id, v.user_name as viewer_name, s.expires_at,
  (
    select array_agg(x.authority)
    from role_right x
    where x.tenant_id = ${tenantId} and x.role_code = v.role_code
  ) as viewer_rights
`;

/** Joins the administrator `v` to the session `s`. The join finds no administrator if `s` is not a view. */
export const joinViewer = (tenantId: number): Sql => sql`
  left join "user" v on v.tenant_id = ${tenantId}
    and s.viewed_user is not null
    and v.user_id = s.user_id
    and v.status = ${userStatus.values.enabled}
    and v.cust_id is null
`;

/**
 * SQL condition that the view `s` is still valid: its administrator `v` still has the right to open views, and the
 * session from which the view was opened has not ended. True for a session that is not a view.
 */
export const viewStands = (tenantId: number, now: number): Sql => sql`
  (
    s.viewed_user is null
      or (
        exists (
          select
          from session p
          where p.tenant_id = ${tenantId}
            and p.user_id = s.user_id
            and p.session_id = s.session_id
            and p.viewed_user is null
            and p.expires_at > ${new Date(now)}
        )
          and exists (
            select
            from role vr
            join role_right x on x.tenant_id = ${tenantId} and x.role_code = vr.role_code
            where vr.tenant_id = ${tenantId}
              and vr.role_code = v.role_code
              and vr.data_scope = ${dataScope.values.tenant}
              and x.authority = ${viewRight}
          )
      )
  )
`;

/**
 * Statement that keeps the licence seat of the administrator while the view with the token hash `hash` is used. It
 * updates the time of the last use of the session from which the view was opened. Otherwise that session would be idle
 * during the view, and another log-in could take its seat.
 *
 * @param seenMs time between two updates, ms. Each update is a write to the database.
 */
export const keepSeatSql = (tenantId: number, hash: string, now: number, seenMs: number): Sql => sql`
  update session p
  set seen_at = ${new Date(now)}
  from session v
  where v.tenant_id = ${tenantId}
    and v.token_hash = ${hash}
    and p.tenant_id = ${tenantId}
    and p.user_id = v.user_id
    and p.session_id = v.session_id
    and p.viewed_user is null
    and p.seen_at between ${new Date(now - idleMs)} and ${new Date(now - seenMs)}
`;

/** Limits the rights of a viewed user to those of the administrator. Returns undefined if the session is no view. */
export function viewerOf(
  row: ViewerRow,
  rights: Set<string>,
): Pick<Principal, "viewer" | "rights"> | undefined {
  if (row.viewer_id === null) return undefined;
  const own = new Set(row.viewer_rights);
  const shared = new Set([...rights].filter((r) => own.has(r)));
  const viewer: Viewer = {
    userId: row.viewer_id,
    userName: row.viewer_name ?? "",
    until: Date.parse(row.expires_at),
    isPartial: shared.size < rights.size,
  };
  return { viewer, rights: shared };
}
