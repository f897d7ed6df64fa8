import type { Module } from "../../kernel/registry.ts";
import { logListImpl, logTable } from "./log.queries.ts";
import { organizationListImpl, organizationTable } from "./organization.table.ts";
import { assignRightsImpl, roleListImpl, roleRightsImpl, roleTable } from "./role.table.ts";
import { commandImpls } from "./system.commands.ts";
import { queryImpls, tableImpls } from "./system.queries.ts";
import { forceOutImpl, resetPasswordImpl } from "./user.commands.ts";
import { roleChoicesImpl, userListImpl, userTable } from "./user.table.ts";

export const system: Module = {
  queries: [
    ...queryImpls,
    logListImpl,
    organizationListImpl,
    roleListImpl,
    roleRightsImpl,
    userListImpl,
    roleChoicesImpl,
  ],
  tables: [...tableImpls, logTable, organizationTable, roleTable, userTable],
  commands: [...commandImpls, assignRightsImpl, resetPasswordImpl, forceOutImpl],
};
