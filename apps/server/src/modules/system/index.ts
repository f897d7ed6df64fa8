import type { Module } from "../../kernel/registry.ts";
import { logListImpl, logTable } from "./log.queries.ts";
import { organizationListImpl, organizationTable } from "./organization.table.ts";
import { commandImpls } from "./system.commands.ts";
import { queryImpls, tableImpls } from "./system.queries.ts";

export const system: Module = {
  queries: [...queryImpls, logListImpl, organizationListImpl],
  tables: [...tableImpls, logTable, organizationTable],
  commands: commandImpls,
};
