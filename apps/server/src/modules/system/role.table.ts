import { errors } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import {
  assignRights,
  dataScope,
  everyRight,
  role,
  roleList,
  roleRights,
  withQueryRights,
} from "@shotkeeper/contract/system";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle, implement, table } from "../../kernel/registry.ts";
import { grantable, mayGrant, notifySessions } from "./granting.ts";

export const roleListImpl = implement(roleList, {
  from: "role",
  where: grantable,
  columns: {
    userCount: (ctx) =>
      sql`select count(*) from "user" u where u.tenant_id = ${ctx.who.tenantId} and u.role_code = t.role_code`,
  },
});

export const roleRightsImpl = implement(roleRights, {
  from: (ctx) =>
    sql`
      (
        select rr.tenant_id, rr.role_code, rr.authority
        from role_right rr
        join role r on r.tenant_id = ${ctx.who.tenantId} and r.role_code = rr.role_code
        where rr.tenant_id = ${ctx.who.tenantId} and ${grantable(ctx, "r")}
      ) t
    `,
});

export const roleTable = table(role, {
  from: "role",
  where: grantable,
  writes: ["A", "M", "D"],
  check({ who }, action, rows) {
    for (const row of rows) {
      if (action !== "D" && row.dataScope === dataScope.values.tenant && who.scope.kind !== "tenant")
        throw errors.forbidden();
      // Refuses callers who reduce the data scope of their own role, because they could not extend it again.
      if (action === "M" && row.roleCode === who.roleCode && row.dataScope === dataScope.values.organization)
        throw errors.ownAccount();
    }
  },
  done: (ctx) => notifySessions(ctx),
});

/**
 * Rights that callers cannot remove from their own role. Without these rights, callers could not restore any right of
 * their role.
 */
const keyRights = [`${menus.role}:Q`, `${menus.role}:M`];

function checkedRights(rights: unknown): string[] {
  if (!Array.isArray(rights)) throw errors.missingField("rights");
  const known = new Set(everyRight());
  if (!rights.every((r) => typeof r === "string" && known.has(r))) throw errors.invalidField("rights");
  return withQueryRights(rights as string[]);
}

export const assignRightsImpl = handle(assignRights, async (ctx, { roleCode, rights, updatedDate }) => {
  const { who } = ctx;
  const { tenantId, userId } = who;
  const granted = checkedRights(rights);
  const at = new Date(ctx.now);
  await ctx.db.tx(tenantId, async (tx) => {
    const [locked] = await tx.query(
      sql`
        select ${updatedDate}::timestamptz is null
          or t.updated_date is not distinct from ${updatedDate}::timestamptz as fresh
        from role t
        where t.tenant_id = ${tenantId} and t.role_code = ${roleCode} and ${grantable(ctx)}
        for update of t
      `,
    );
    if (!locked) throw errors.unknownReference("roleCode");
    if (locked.fresh !== true) throw errors.changedMeanwhile();
    const stored = await tx.query(
      sql`
        select authority
        from role_right
        where tenant_id = ${tenantId} and role_code = ${roleCode}
        order by authority
      `,
    );
    const before = stored.map((r) => String(r.authority));
    // Keeps rights on screens that this version does not have, because another version of Shotkeeper may use them.
    const known = new Set(everyRight());
    const after = [...granted, ...before.filter((r) => !known.has(r))];
    if (
      !mayGrant(
        who,
        after.filter((r) => !before.includes(r)),
      )
    )
      throw errors.forbidden();
    if (roleCode === who.roleCode && keyRights.some((k) => before.includes(k) && !after.includes(k)))
      throw errors.ownAccount();
    await tx.all([
      sql`
        delete
        from role_right
        where tenant_id = ${tenantId}
          and role_code = ${roleCode}
          and authority <> all(${after}::text[])
      `,
      sql`
        insert into role_right (tenant_id, role_code, authority)
        select ${tenantId}, ${roleCode}, unnest(${after}::text[])
        on conflict do nothing
      `,
      sql`
        update role
        set updated_by = ${userId}, updated_date = ${at}
        where tenant_id = ${tenantId} and role_code = ${roleCode}
      `,
      sql`
        ${logInto(ctx, "rights", "SYS_ROLE")} ${roleCode},
        ${JSON.stringify({ rights: before })}::jsonb,
        ${JSON.stringify({ rights: after.sort() })}::jsonb returning 1
      `,
    ]);
  });
  notifySessions(ctx);
  return { count: granted.length };
});
