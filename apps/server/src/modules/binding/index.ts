import type { Module } from "../../kernel/registry.ts";
import { bindingCommands } from "./binding.commands.ts";
import { bindingListImpl, bindingTable } from "./binding.queries.ts";
import { counterChangeListImpl, counterChangeTable } from "./change.queries.ts";
import { importBindingsImpl } from "./import.command.ts";
import { judgeReplacementImpl, replaceCounterImpl } from "./replace.commands.ts";

export const binding: Module = {
  queries: [bindingListImpl, counterChangeListImpl],
  tables: [bindingTable, counterChangeTable],
  commands: [...bindingCommands, importBindingsImpl, judgeReplacementImpl, replaceCounterImpl],
};
