import { defineImport } from "../kernel/index.ts";
import { dictionaryItem, organization, user } from "./system.entity.ts";

export const importUsers = defineImport("rf_ImportUsers", user);
/**
 * Imports dictionary items. One sheet may contain items of several dictionaries, because each row names its
 * dictionary.
 */
export const importDictionaryItems = defineImport("rf_ImportDictionaryItems", dictionaryItem);
export const importOrganizations = defineImport("rf_ImportOrganizations", organization);
