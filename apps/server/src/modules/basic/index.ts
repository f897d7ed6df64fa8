import type { Module } from "../../kernel/registry.ts";
import { bindingListImpl, bindingTable } from "./binding.queries.ts";
import { customerListImpl, customerTable } from "./customer.queries.ts";
import { moldListImpl, moldTimelineImpl } from "./mold.queries.ts";
import { moldTable } from "./mold.table.ts";
import { partnerQueries, partnerTables } from "./partner.queries.ts";

export { liveColumns, liveStateSql, moldFrom, moldScope, totalShots } from "./mold-facts.ts";

export const basic: Module = {
  queries: [moldListImpl, moldTimelineImpl, bindingListImpl, customerListImpl, ...partnerQueries],
  tables: [moldTable, bindingTable, customerTable, ...partnerTables],
};
