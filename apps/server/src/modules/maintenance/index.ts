import type { Module } from "../../kernel/registry.ts";
import { commandImpls } from "./task.commands.ts";
import { dailyTasksImpl, taskTable } from "./task.queries.ts";

export { raiseTaskOf, raiseTasks } from "./raise-tasks.ts";

export const maintenance: Module = {
  queries: [dailyTasksImpl],
  tables: [taskTable],
  commands: commandImpls,
};
