import { errors } from "@shotkeeper/contract/kernel";
import { maintenancePeople } from "@shotkeeper/contract/maintenance";
import { userStatus } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";

export const peopleImpl = implement(maintenancePeople, {
  from: (ctx) =>
    sql`"user" t left join organization o on o.tenant_id = ${ctx.who.tenantId} and o.org_id = t.org_id`,
  where(ctx) {
    const { scope, tenantId } = ctx.who;
    const enabled = sql`t.status = ${sql.constant(userStatus.values.enabled)}`;
    if (scope.kind === "tenant") return enabled;
    if (scope.kind === "none") return sql.raw("false");
    return sql`${enabled} and (t.org_id = ${scope.orgId} or t.org_id in (
        select unnest(array[m.plant_id, m.oem_id, m.maker_id])
        from mold m
        where m.tenant_id = ${tenantId} and ${moldScope(ctx, "m")}
      ))`;
  },
  columns: { orgName: "o.org_name" },
});

/** Throws unless the user exists, is enabled and may see the mold. */
export async function requirePerson(ctx: Ctx, userId: string, moldNo: string): Promise<void> {
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql`select 1
      from "user" u
      join role r on r.tenant_id = ${tenantId} and r.role_code = u.role_code
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = ${moldNo}
      where u.tenant_id = ${tenantId} and u.user_id = ${userId}
        and u.status = ${sql.constant(userStatus.values.enabled)}
        and (r.data_scope = 'tenant' or u.org_id in (m.plant_id, m.oem_id, m.maker_id))`,
  ]);
  if (found.length === 0) throw errors.unknownReference("assignee");
}
