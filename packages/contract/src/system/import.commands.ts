import { defineImport } from "../kernel/index.ts";

export const importUsers = defineImport("rf_ImportUsers", "SYS101");
/** Items of any of the dictionaries: a sheet names each row's own. */
export const importDictionaryItems = defineImport("rf_ImportDictionaryItems", "SYS103");
export const importOrganizations = defineImport("rf_ImportOrganizations", "SYS105");
