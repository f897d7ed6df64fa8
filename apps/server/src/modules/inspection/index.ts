import type { Module } from "../../kernel/registry.ts";
import { appointCommands } from "./appoint.commands.ts";
import { appointQueries, appointTable } from "./appoint.queries.ts";
import { figuresImpl } from "./figures.command.ts";

export const inspection: Module = {
  queries: appointQueries,
  tables: [appointTable],
  commands: [...appointCommands, figuresImpl],
};
