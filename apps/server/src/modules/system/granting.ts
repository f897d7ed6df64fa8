import { menus } from "@shotkeeper/contract/menus";
import { dataScope } from "@shotkeeper/contract/system";
import { type Ctx, may, type Principal } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/** Who looks after the roles of the whole tenant hands out anything; everybody else only what is his own. */
const grantsAnything = (who: Principal): boolean => who.scope.kind === "tenant" && may(who, menus.role, "M");

export function mayGrant(who: Principal, rights: readonly string[]): boolean {
  return grantsAnything(who) || rights.every((r) => who.rights.has(r));
}

/** A condition on a role `alias`: the asker could hand it out whole, so it lets nobody do more than he may himself. */
export function grantable({ who }: Ctx, alias = "t"): Sql {
  if (grantsAnything(who)) return sql.raw("true");
  const role = sql.raw(alias);
  const wide =
    who.scope.kind === "tenant" ? sql.empty : sql`${role}.data_scope = ${dataScope.values.organization} and `;
  return sql`
    (
      ${wide}not exists (
        select
        from role_right x
        where x.tenant_id = ${who.tenantId}
          and x.role_code = ${role}.role_code
          and x.authority <> all(${[...who.rights]}::text[])
      )
    )
  `;
}

/** Rights, roles or people changed: everybody concerned is looked up again, and told to look again. */
export function tellSessions(ctx: Ctx, users?: readonly string[]): void {
  ctx.sessions.forget(ctx.who.tenantId);
  ctx.events.emit(ctx.who.tenantId, users ? { type: "session", users } : { type: "session" });
}
