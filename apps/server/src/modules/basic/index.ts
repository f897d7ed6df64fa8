import type { Module } from "../../kernel/registry.ts";
import { bindingListImpl, bindingTable } from "./binding.queries.ts";
import { customerListImpl, customerTable } from "./customer.queries.ts";
import { deviceCommands } from "./device.commands.ts";
import { deviceQueries, deviceTable, mountTable } from "./device.queries.ts";
import { importCommands } from "./import.commands.ts";
import { moldListImpl, moldTimelineImpl } from "./mold.queries.ts";
import { moldTable } from "./mold.table.ts";
import { moldDocumentCommands, moldDocumentTable } from "./mold-document.commands.ts";
import { manufacturerTable, partnerQueries, supplierTable } from "./partner.queries.ts";
import { arrangePicturesImpl } from "./product.commands.ts";
import { productPriceTable, productQueries, productTable } from "./product.queries.ts";

export {
  liveColumns,
  liveStateSql,
  moldFrom,
  moldJoins,
  moldScope,
  ofMoldScope,
  seenMolds,
  totalShots,
} from "./mold-facts.ts";

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
    supplierTable,
    manufacturerTable,
    productTable,
    productPriceTable,
    deviceTable,
    mountTable,
    moldDocumentTable,
  ],
  commands: [arrangePicturesImpl, ...deviceCommands, ...importCommands, ...moldDocumentCommands],
};
