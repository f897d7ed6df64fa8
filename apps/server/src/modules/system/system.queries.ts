import { entities } from "@shotkeeper/contract/catalogue";
import { changeHistory, fileInfo, myNotices, notice, organizationChoices } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl, type TableImpl, table } from "../../kernel/registry.ts";

const isRead = "t.read_at is not null";

/** One's own messages, but for those that are for the other kind of device. */
function myNotice({ who: { tenantId, userId, sessionHash } }: Ctx): Sql {
  return sql`t.user_id = ${userId} and (t.dev_type = 'ALL'
    or t.dev_type = (select s.dev_type from session s where s.tenant_id = ${tenantId} and s.token_hash = ${sessionHash}))`;
}

export const queryImpls: readonly QueryImpl[] = [
  implement(organizationChoices, { from: "organization" }),
  implement(myNotices, {
    from: "notice",
    where: myNotice,
    columns: { isRead },
    order: [{ field: "eventAt", direction: "desc" }],
  }),
  // The history of records: only of tables whose screen the asker may open.
  implement(changeHistory, {
    from: "system_log",
    where: (ctx) => sql`t.target = any(${openTables(ctx.who.rights)})`,
    order: [{ field: "at", direction: "desc" }],
  }),
];

function openTables(rights: ReadonlySet<string>): string[] {
  return entities.filter((e) => rights.has(`${e.menu}:Q`)).map((e) => e.wire);
}

export const tableImpls: readonly TableImpl[] = [
  table(fileInfo, { from: "file_info", writes: [] }),
  table(notice, {
    from: "notice",
    where: myNotice,
    columns: { isRead },
    writes: ["D"],
    done: ({ events, who }) => events.emit(who.tenantId, { type: "notice", users: [who.userId] }),
  }),
];
