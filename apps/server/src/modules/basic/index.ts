import type { Module } from "../../kernel/registry.ts";
import { bindingListImpl, bindingTable } from "./binding.queries.ts";
import { customerListImpl, customerTable } from "./customer.queries.ts";
import { deviceCommands } from "./device.commands.ts";
import { deviceQueries, deviceTables } from "./device.queries.ts";
import { importCommands } from "./import.commands.ts";
import { moldListImpl, moldTimelineImpl } from "./mold.queries.ts";
import { moldTable } from "./mold.table.ts";
import { moldDocumentCommands, moldDocumentTable } from "./mold-document.commands.ts";
import { partnerQueries, partnerTables } from "./partner.queries.ts";
import { arrangePicturesImpl } from "./product.commands.ts";
import { productQueries, productTables } from "./product.queries.ts";

export { liveColumns, liveStateSql, moldFrom, moldJoins, moldScope, totalShots } from "./mold-facts.ts";

export const basic: Module = {
  queries: [
    moldListImpl,
    moldTimelineImpl,
    bindingListImpl,
    customerListImpl,
    ...partnerQueries,
    ...productQueries,
    ...deviceQueries,
  ],
  tables: [
    moldTable,
    bindingTable,
    customerTable,
    ...partnerTables,
    ...productTables,
    ...deviceTables,
    moldDocumentTable,
  ],
  commands: [arrangePicturesImpl, ...deviceCommands, ...importCommands, ...moldDocumentCommands],
};
