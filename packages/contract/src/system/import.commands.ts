import { defineImport } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const importUsers = defineImport("rf_ImportUsers", menus.user);
/** A sheet may hold items of several dictionaries: each row names its own. */
export const importDictionaryItems = defineImport("rf_ImportDictionaryItems", menus.dictionary);
export const importOrganizations = defineImport("rf_ImportOrganizations", menus.organization);
