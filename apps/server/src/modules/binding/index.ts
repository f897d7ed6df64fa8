import type { Module } from "../../kernel/registry.ts";
import { bindingCommands } from "./binding.commands.ts";
import { bindingListImpl, bindingTable } from "./binding.queries.ts";
import { counterChangeListImpl, counterChangeTable } from "./change.queries.ts";
import { bindingImports } from "./import.commands.ts";
import { judgeReplacementImpl, replaceCounterImpl } from "./replace.commands.ts";

export const binding: Module = {
  queries: [bindingListImpl, counterChangeListImpl],
  tables: [bindingTable, counterChangeTable],
  commands: [...bindingCommands, ...bindingImports, judgeReplacementImpl, replaceCounterImpl],
};
