import type { Module } from "../../kernel/registry.ts";
import { calendarImpl } from "./calendar.command.ts";
import { checklistListImpl, checklistTable } from "./checklist.table.ts";
import { figuresImpl } from "./figures.command.ts";
import { handCommands } from "./hand.commands.ts";
import { partCommands, partQueries, partTables } from "./parts.ts";
import { peopleImpl } from "./people.ts";
import { repairCommands } from "./repair.commands.ts";
import { findingTable, repairQueries } from "./repair.queries.ts";
import { scheduleCommands } from "./schedule.commands.ts";
import { stepCommands } from "./task.commands.ts";
import { taskQueries, taskTable } from "./task.queries.ts";

export { requirePerson } from "./people.ts";
export { raiseTaskOf, raiseTasks } from "./raise-tasks.ts";
export { lastDone, runHoursSince, shotsSince } from "./run-hours.ts";
export { checkAgain } from "./task-checks.ts";

export const maintenance: Module = {
  queries: [...taskQueries, peopleImpl, checklistListImpl, ...partQueries, ...repairQueries],
  tables: [taskTable, checklistTable, findingTable, ...partTables],
  commands: [
    ...stepCommands,
    ...scheduleCommands,
    calendarImpl,
    ...handCommands,
    ...partCommands,
    ...repairCommands,
    figuresImpl,
  ],
};
