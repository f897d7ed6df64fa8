import { menus } from "@shotkeeper/contract/menus";
import { dataScope } from "@shotkeeper/contract/system";
import { type Ctx, may, type Principal } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/**
 * Returns whether the caller may grant every right. This requires tenant scope and the right to modify roles. Other
 * users may grant only rights that they have themselves.
 */
const grantsAnything = (who: Principal): boolean => who.scope.kind === "tenant" && may(who, menus.role, "M");

export function mayGrant(who: Principal, rights: readonly string[]): boolean {
  return grantsAnything(who) || rights.every((r) => who.rights.has(r));
}

/**
 * SQL condition: the caller may grant the role with alias `alias`. The caller has all rights of the role and at least
 * its data scope, or may grant every right.
 */
export function grantable({ who }: Ctx, alias = "t"): Sql {
  if (grantsAnything(who)) return sql.raw("true");
  const role = sql.raw(alias);
  const scopeCondition =
    who.scope.kind === "tenant" ? sql.empty : sql`${role}.data_scope = ${dataScope.values.organization} and `;
  return sql`
    (
      ${scopeCondition}not exists (
        select
        from role_right x
        where x.tenant_id = ${who.tenantId}
          and x.role_code = ${role}.role_code
          and x.authority <> all(${[...who.rights]}::text[])
      )
    )
  `;
}

/**
 * Makes changed rights, roles or users take effect: clears cached sessions and notifies browsers. `users`: ids of the
 * affected users; undefined: all users of the tenant.
 */
export function notifySessions(ctx: Ctx, users?: readonly string[]): void {
  ctx.sessions.forget(ctx.who.tenantId);
  ctx.events.emit(ctx.who.tenantId, users ? { type: "session", users } : { type: "session" });
}
