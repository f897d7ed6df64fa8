import type { Module } from "../../kernel/registry.ts";
import { deviceCommands } from "./device.commands.ts";
import { deviceQueries, deviceTable, mountTable } from "./device.queries.ts";
import { deviceImports } from "./import.commands.ts";

export const device: Module = {
  queries: deviceQueries,
  tables: [deviceTable, mountTable],
  commands: [...deviceCommands, ...deviceImports],
};
