import type { Module } from "../../kernel/registry.ts";
import { customerListImpl, customerTable } from "./customer.queries.ts";
import { customerImports } from "./import.commands.ts";

export const customer: Module = {
  queries: [customerListImpl],
  tables: [customerTable],
  commands: customerImports,
};
