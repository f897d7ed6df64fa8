import { defineImport } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const importUsers = defineImport("rf_ImportUsers", menus.user);
/** Items of any of the dictionaries: a sheet names each row's own. */
export const importDictionaryItems = defineImport("rf_ImportDictionaryItems", menus.dictionary);
export const importOrganizations = defineImport("rf_ImportOrganizations", menus.organization);
