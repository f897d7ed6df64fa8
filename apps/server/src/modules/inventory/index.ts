import type { Module } from "../../kernel/registry.ts";
import { inventoryCommands } from "./inventory.commands.ts";
import { inventoryQueries, inventoryTables } from "./inventory.queries.ts";
import { scanCommands } from "./scan.commands.ts";

export { tickInventories } from "./judge-lines.ts";

export const inventory: Module = {
  queries: inventoryQueries,
  tables: inventoryTables,
  commands: [...inventoryCommands, ...scanCommands],
};
