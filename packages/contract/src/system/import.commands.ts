import { defineImport } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const importUsers = defineImport("rf_ImportUsers", menus.user);
/**
 * Imports dictionary items. One sheet may contain items of several dictionaries, because each row names its
 * dictionary.
 */
export const importDictionaryItems = defineImport("rf_ImportDictionaryItems", menus.dictionary);
export const importOrganizations = defineImport("rf_ImportOrganizations", menus.organization);
