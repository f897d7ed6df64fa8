import type { Module } from "../../kernel/registry.ts";
import { lineCommands } from "./lines.commands.ts";
import { milestoneCommands } from "./milestone.commands.ts";
import {
  modificationCommands,
  modificationCountsImpl,
  modificationListImpl,
  modificationTable,
} from "./modification.ts";
import { milestoneViews } from "./new-mold.queries.ts";
import { planCommands } from "./plan.commands.ts";
import { milestoneTable, planTable } from "./plan.table.ts";

export { type LateMilestones, lateByMenu, lateMilestones } from "./late-milestones.ts";

export const newMold: Module = {
  queries: [...milestoneViews, modificationListImpl, modificationCountsImpl],
  tables: [planTable, milestoneTable, modificationTable],
  commands: [...planCommands, ...milestoneCommands, ...lineCommands, ...modificationCommands],
};
