import { entities } from "@shotkeeper/contract/catalogue";
import { AppError } from "@shotkeeper/contract/kernel";
import {
  changeHistory,
  dictionary,
  dictionaryItem,
  dictionaryItems,
  documentRule,
  fileInfo,
  myNotices,
  notice,
  organizationChoices,
  parameter,
} from "@shotkeeper/contract/system";
import { sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl, type TableImpl, table } from "../../kernel/registry.ts";

export const queryImpls: readonly QueryImpl[] = [
  implement(dictionaryItems, {
    from: (ctx) =>
      sql`dictionary_item t join dictionary d on d.tenant_id = ${ctx.who.tenantId} and d.dict_code = t.dict_code`,
    columns: { dictName: "d.dict_name" },
  }),
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
  table(dictionary, { from: "dictionary", writes: ["A", "M", "D"] }),
  table(dictionaryItem, { from: "dictionary_item", writes: ["A", "M", "D"] }),
  table(documentRule, { from: "document_rule", writes: ["A", "M", "D"] }),
  table(parameter, {
    from: "parameter",
    writes: ["A", "M", "D"],
    check(_ctx, _action, rows) {
      for (const r of rows) {
        // Spec admin §9: at most 765 bytes, and bytes are not characters.
        if (typeof r.prmValue === "string" && new TextEncoder().encode(r.prmValue).length > 765)
          throw new AppError("S0033");
      }
    },
  }),
  table(fileInfo, { from: "file_info", writes: [] }),
  table(notice, { from: "notice", where: (ctx) => sql`t.user_id = ${ctx.who.userId}`, writes: [] }),
];
