import { product, productPicture } from "@shotkeeper/contract/product";
import {
  changeHistory,
  fileInfo,
  logoPart,
  myNotices,
  notice,
  organizationChoices,
  tenant,
} from "@shotkeeper/contract/system";
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
    // Shows users of a customer no rows, because they must not see the other companies of the tenant.
    where: ({ who }) => sql.raw(String(who.custId === undefined)),
  }),
  implement(myNotices, {
    from: "notice",
    where: myNotice,
    columns: { isRead },
    order: [{ field: "eventAt", direction: "desc" }],
  }),
  // Change history of records, limited to records that the caller may see.
  implement(changeHistory, {
    from: "system_log",
    // Shows users of a customer no history. The history has all fields of a row, but these users may see only some.
    owner: { table: "target", key: "targetKey" },
    where: ({ who }) => sql.raw(String(who.custId === undefined)),
    order: [{ field: "at", direction: "desc" }],
  }),
];

/** SQL condition: the caller uploaded the file. An API key acts for a user, but does not see the user's own uploads. */
const isOwnUpload = ({ userId, apiKey }: Ctx["who"]): Sql =>
  apiKey ? sql.raw("false") : sql`t.created_by = ${userId}`;

/**
 * SQL condition: the caller may see the file with alias `t` even without the right to see the row to which the file
 * belongs. True for three kinds of files: the caller's own uploads, the tenant's logo (which the shell shows), and the
 * pictures of the shop's products.
 */
const publicFile = ({ who }: Ctx): Sql => sql`
  ${isOwnUpload(who)}
    or (t.owner_table = ${tenant.wire} and t.owner_part = ${logoPart})
    or (t.owner_table = ${product.wire} and t.owner_part = any(${Object.values<string | null>(productPicture)}))
`;

export const tableImpls: readonly TableImpl[] = [
  table(fileInfo, {
    from: "file_info",
    owner: { table: "ownerTable", key: "ownerId", also: publicFile },
    // A draft is a file that was uploaded before its row existed. Only its uploader sees it.
    where: ({ who }) => sql`(not t.is_draft or ${isOwnUpload(who)})`,
    writes: [],
  }),
  table(notice, {
    from: "notice",
    where: myNotice,
    columns: { isRead },
    writes: ["D"],
    done: ({ events, who }) => events.emit(who.tenantId, { type: "notice", users: [who.userId] }),
  }),
];
