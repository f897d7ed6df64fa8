import { entities } from "@shotkeeper/contract/catalogue";
import { changeHistory, fileInfo, myNotices, notice, organizationChoices } from "@shotkeeper/contract/system";
import { sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl, type TableImpl, table } from "../../kernel/registry.ts";

export const queryImpls: readonly QueryImpl[] = [
  implement(organizationChoices, { from: "organization" }),
  implement(myNotices, {
    from: "notice",
    where: (ctx) => sql`t.user_id = ${ctx.who.userId}`,
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
  table(notice, { from: "notice", where: (ctx) => sql`t.user_id = ${ctx.who.userId}`, writes: [] }),
];
