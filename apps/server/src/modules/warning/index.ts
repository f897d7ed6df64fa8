import type { Module } from "../../kernel/registry.ts";
import { idleNumbersImpl } from "./idle-numbers.command.ts";
import { kindImpls } from "./kind.queries.ts";
import { manyCommands } from "./many.commands.ts";
import { pictureCommands } from "./picture.command.ts";
import { commandImpls } from "./warning.commands.ts";
import { warningListImpl, warningPeopleImpl, warningTable } from "./warning.queries.ts";
import { warningCountsImpl } from "./warning-counts.command.ts";

export { notifyWarnings } from "./notify.ts";
export { countedWarnings, warningFrom, warningMold, warningScope } from "./warning.queries.ts";

export const warning: Module = {
  queries: [warningListImpl, warningPeopleImpl, ...kindImpls],
  tables: [warningTable],
  commands: [...commandImpls, ...manyCommands, ...pictureCommands, warningCountsImpl, idleNumbersImpl],
};
