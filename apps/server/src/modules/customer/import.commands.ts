import { importCustomers } from "@shotkeeper/contract/customer";
import { importRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { customerTable } from "./customer.queries.ts";

export const customerImports: readonly CommandImpl[] = [
  handle(importCustomers, (ctx, input) => importRows(ctx, customerTable, input)),
];
