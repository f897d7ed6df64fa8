import type { Module } from "../../kernel/registry.ts";
import { commandImpls } from "./warning.commands.ts";
import { warningListImpl, warningTable } from "./warning.queries.ts";

export { notify, taskNotice, tellWarnings } from "./notify.ts";
export { warningFrom, warningScope } from "./warning.queries.ts";

export const warning: Module = {
  queries: [warningListImpl],
  tables: [warningTable],
  commands: commandImpls,
};
