import { defineImport } from "../kernel/index.ts";

export const importUsers = defineImport("rf_ImportUsers", "SYS101");
export const importOrganizations = defineImport("rf_ImportOrganizations", "SYS105");
