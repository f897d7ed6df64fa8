import { defineImport } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const importCustomers = defineImport("rf_ImportCustomers", menus.customer);
