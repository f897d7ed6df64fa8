import {
  dictionary,
  dictionaryItem,
  dictionaryItems,
  dictionaryList,
  shopDictionaryItems,
} from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";

const itemSource = {
  from: (ctx: Ctx) =>
    sql`dictionary_item t join dictionary d on d.tenant_id = ${ctx.who.tenantId} and d.dict_code = t.dict_code`,
  columns: { dictName: "d.dict_name", dataCode: "t.item_value", sortNumber: "t.seq" },
  // Items without a sequence number come last.
  order: [
    { field: "dictCode", direction: "asc" },
    { field: "seq", direction: "asc" },
  ] as const,
};

export const dictionaryQueries = [
  implement(dictionaryList, {
    from: "dictionary",
    columns: {
      itemCount: (ctx) =>
        sql`
          select count(*)
          from dictionary_item i
          where i.tenant_id = ${ctx.who.tenantId} and i.dict_code = t.dict_code
        `,
    },
  }),
  implement(dictionaryItems, itemSource),
  implement(shopDictionaryItems, itemSource),
];

export const dictionaryItemTable = table(dictionaryItem, {
  from: "dictionary_item",
  writes: ["A", "M", "D"],
});

/**
 * Tables of the dictionaries (lists of codes, such as mold types) and their items. Dictionaries apply to the whole
 * tenant.
 */
export const dictionaryTables = [
  table(dictionary, {
    from: "dictionary",
    writes: ["A", "M", "D"],
  }),
  dictionaryItemTable,
];
