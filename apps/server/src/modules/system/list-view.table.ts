import { errors } from "@shotkeeper/contract/kernel";
import { listView, listViews } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";

const isMine = ({ who }: Ctx): Sql => sql`t.user_id = ${who.userId}`;

/**
 * SQL condition: the owner of the view (alias `o`) and the caller belong to the same company. Staff is one company,
 * because its users belong to no organization and to no customer.
 */
const sameCompany = ({ who }: Ctx): Sql => sql`exists (
  select from "user" u
  where u.tenant_id = ${who.tenantId}
    and u.user_id = ${who.userId}
    and u.org_id is not distinct from o.org_id
    and u.cust_id is not distinct from o.cust_id
)`;

export const listViewsImpl = implement(listViews, {
  from: ({ who }) =>
    sql`list_view t join "user" o on o.tenant_id = ${who.tenantId} and o.user_id = t.user_id`,
  where: (ctx) => sql`(${isMine(ctx)} or (t.is_shared and ${sameCompany(ctx)}))`,
  columns: { userName: "o.user_name", isMine },
  order: [
    { field: "viewName", direction: "asc" },
    { field: "viewId", direction: "asc" },
  ],
});

/** Maximum number of views that a user may save, over all lists. */
const maxViews = 200;

export const listViewTable = table(listView, {
  from: "list_view",
  where: isMine,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    if (action !== "A") return;
    const { tenantId, userId } = ctx.who;
    const [[stored]] = await ctx.db.run(tenantId, [
      sql<{ n: number }>`
        select count(*)::int as n from list_view where tenant_id = ${tenantId} and user_id = ${userId}
      `,
    ]);
    if (Number(stored?.n) + rows.length > maxViews) throw errors.tooManyViews(maxViews);
    for (const row of rows) row.userId = userId;
  },
});
