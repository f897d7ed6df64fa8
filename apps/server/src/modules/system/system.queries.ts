import { entities } from "@shotkeeper/contract/catalogue";
import { changeHistory, fileInfo, myNotices, notice, organizationChoices } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl, type TableImpl, table } from "../../kernel/registry.ts";

const isRead = "t.read_at is not null";

/**
 * SQL condition: the notice (alias `t`) is addressed to the caller, either on all devices or on the device of this
 * session.
 */
function myNotice({ who: { tenantId, userId, sessionHash } }: Ctx): Sql {
  return sql`
    t.user_id = ${userId}
      and (
        t.dev_type = 'ALL'
          or t.dev_type = (
            select s.dev_type
            from session s
            where s.tenant_id = ${tenantId} and s.token_hash = ${sessionHash}
          )
      )
  `;
}

export const queryImpls: readonly QueryImpl[] = [
  implement(organizationChoices, {
    from: "organization",
    // Users of a customer see no rows, because they must not see the other companies of the tenant.
    where: ({ who }) => sql.raw(String(who.custId === undefined)),
  }),
  implement(myNotices, {
    from: "notice",
    where: myNotice,
    columns: { isRead },
    order: [{ field: "eventAt", direction: "desc" }],
  }),
  // Change history of records, limited to tables whose screen the caller may open.
  implement(changeHistory, {
    from: "system_log",
    // Users of a customer may see only some rows of each table. So they get no change history at all.
    where: ({ who }) => sql`t.target = any(${who.custId === undefined ? readableTables(who.rights) : []})`,
    order: [{ field: "at", direction: "desc" }],
  }),
];

/**
 * SQL condition: users of a customer see files that they uploaded, the pictures of the shop, and the files of the
 * customer's orders. Other users see all files.
 */
function visibleFile({ who: { tenantId, userId, custId } }: Ctx): Sql {
  if (custId === undefined) return sql.raw("true");
  return sql`
    (
      t.created_by = ${userId}
        or t.owner_table = 'GOODS_INFO'
        or (
          t.owner_table = 'CUST_ORDER_HD'
            and t.owner_id in (
              select o.order_no
              from customer_order o
              where o.tenant_id = ${tenantId} and o.cust_id = ${custId}
            )
        )
    )
  `;
}

function readableTables(rights: ReadonlySet<string>): string[] {
  return entities.filter((e) => rights.has(`${e.menu}:Q`)).map((e) => e.wire);
}

export const tableImpls: readonly TableImpl[] = [
  table(fileInfo, { from: "file_info", where: visibleFile, writes: [] }),
  table(notice, {
    from: "notice",
    where: myNotice,
    columns: { isRead },
    writes: ["D"],
    done: ({ events, who }) => events.emit(who.tenantId, { type: "notice", users: [who.userId] }),
  }),
];
