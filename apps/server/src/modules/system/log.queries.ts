import { logList, systemLog } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";

/**
 * SQL condition: users with tenant scope see the whole log. Users of a company see only the entries of users of the
 * same company, and users without a company only their own entries.
 */
function logScope({ who: { scope, tenantId, userId } }: Ctx): Sql {
  if (scope.kind === "tenant") return sql.raw("true");
  if (scope.kind === "none") return sql`t.user_id = ${userId}`;
  return sql`
    t.user_id in (
      select o.user_id
      from "user" o
      where o.tenant_id = ${tenantId} and o.org_id = ${scope.orgId}
    )
  `;
}

export const logListImpl = implement(logList, {
  from: "system_log",
  joins: (ctx) => sql`left join "user" u on u.tenant_id = ${ctx.who.tenantId} and u.user_id = t.user_id`,
  where: logScope,
  columns: { userName: "u.user_name" },
  order: [{ field: "at", direction: "desc" }],
});

/** Read-only table of the system log. Entries are only added: the database itself refuses to update or delete them. */
export const logTable = table(systemLog, { from: "system_log", where: logScope, writes: [] });
