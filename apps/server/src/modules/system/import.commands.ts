import { importDictionaryItems, importOrganizations, importUsers } from "@shotkeeper/contract/system";
import { importRows } from "../../kernel/import-rows.ts";
import { handle } from "../../kernel/registry.ts";
import { dictionaryItemTable } from "./dictionary.table.ts";
import { organizationTable } from "./organization.table.ts";
import { userTable } from "./user.table.ts";

export const importUsersImpl = handle(importUsers, (ctx, input) => importRows(ctx, userTable, input));
export const importOrganizationsImpl = handle(importOrganizations, (ctx, input) =>
  importRows(ctx, organizationTable, input),
);
export const importDictionaryItemsImpl = handle(importDictionaryItems, (ctx, input) =>
  importRows(ctx, dictionaryItemTable, input),
);
