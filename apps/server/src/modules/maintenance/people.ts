import { errors } from "@shotkeeper/contract/kernel";
import { maintenancePeople } from "@shotkeeper/contract/maintenance";
import { userStatus } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";

const isEnabled = sql.constant(userStatus.values.enabled);

/** SQL condition on users with alias `t`: enabled users of the organizations whose molds the caller sees. */
export function ofVisibleOrg(ctx: Ctx): Sql {
  const { scope, tenantId } = ctx.who;
  const enabled = sql`t.status = ${isEnabled}`;
  if (scope.kind === "tenant") return enabled;
  if (scope.kind === "none") return sql.raw("false");
  return sql`${enabled} and (t.org_id = ${scope.orgId} or t.org_id in (
      select unnest(array[m.plant_id, m.oem_id, m.maker_id])
      from mold m
      where m.tenant_id = ${tenantId} and ${moldScope(ctx, "m")}
    ))`;
}

export const peopleImpl = implement(maintenancePeople, {
  from: (ctx) =>
    sql`"user" t left join organization o on o.tenant_id = ${ctx.who.tenantId} and o.org_id = t.org_id`,
  where: ofVisibleOrg,
  columns: { orgName: "o.org_name" },
});

/**
 * SQL condition: the user `u` with the role `r` is enabled and may see the mold `m`. `canBeAssigned` (contract) is the
 * same rule for screens.
 */
const mayHaveMold = sql`u.status = ${isEnabled}
  and (r.data_scope = 'tenant' or u.org_id in (m.plant_id, m.oem_id, m.maker_id))`;

/**
 * Returns the statement that selects the tasks whose new assignee may be assigned: the user exists, is enabled and may
 * see the mold. `assignees` has one entry for each task.
 */
export const assignableTasks = (
  ctx: Ctx,
  taskIds: readonly string[],
  assignees: readonly string[],
): Sql<{ task_id: string }> =>
  sql<{ task_id: string }>`select n.task_id
    from unnest(${taskIds}::text[], ${assignees}::text[]) n (task_id, user_id)
    join maintenance_task k on k.tenant_id = ${ctx.who.tenantId} and k.task_id = n.task_id
    join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_no = k.mold_no
    join "user" u on u.tenant_id = ${ctx.who.tenantId} and u.user_id = n.user_id
    join role r on r.tenant_id = ${ctx.who.tenantId} and r.role_code = u.role_code
    where ${mayHaveMold}`;

/** Throws unless the user exists, is enabled and may see the mold. */
export async function requirePerson(ctx: Ctx, userId: string, moldNo: string): Promise<void> {
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql`select 1
      from "user" u
      join role r on r.tenant_id = ${tenantId} and r.role_code = u.role_code
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = ${moldNo}
      where u.tenant_id = ${tenantId} and u.user_id = ${userId} and ${mayHaveMold}`,
  ]);
  if (found.length === 0) throw errors.unknownReference("assignee");
}
