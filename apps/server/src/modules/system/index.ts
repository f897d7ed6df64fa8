import type { Module } from "../../kernel/registry.ts";
import { commandImpls } from "./system.commands.ts";
import { queryImpls, tableImpls } from "./system.queries.ts";

export const system: Module = { queries: queryImpls, tables: tableImpls, commands: commandImpls };
