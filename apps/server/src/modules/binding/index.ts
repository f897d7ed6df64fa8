import type { Module } from "../../kernel/registry.ts";
import { counterChangeListImpl, counterChangeTable } from "./change.queries.ts";
import { importBindingsImpl } from "./import.command.ts";
import { judgeReplacementImpl, replaceCounterImpl } from "./replace.commands.ts";

/** What stands above the ledger's own binding commands: it calls them, and they know nothing of it. */
export const binding: Module = {
  queries: [counterChangeListImpl],
  tables: [counterChangeTable],
  commands: [importBindingsImpl, judgeReplacementImpl, replaceCounterImpl],
};
