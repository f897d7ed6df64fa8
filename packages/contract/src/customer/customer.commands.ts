import { defineImport } from "../kernel/index.ts";
import { customer } from "./customer.entity.ts";

export const importCustomers = defineImport("rf_ImportCustomers", customer);
