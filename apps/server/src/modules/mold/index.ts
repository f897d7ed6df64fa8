import type { Module } from "../../kernel/registry.ts";
import { explainCommands } from "./explain.commands.ts";
import { moldImports } from "./import.commands.ts";
import { moldListImpl, moldTimelineImpl } from "./mold.queries.ts";
import { moldTable } from "./mold.table.ts";

export { addCorrection } from "./correction.ts";
export { type OrderShots, previewCounts, type Touched } from "./count-preview.ts";
export {
  firstUsedDay,
  forgetMoldDays,
  lockMoldDays,
  moldDaysJob,
  noteChanges,
  usesStoredDays,
} from "./mold-days.ts";
export {
  liveColumns,
  liveStateSql,
  moldFrom,
  moldJoins,
  moldScope,
  ofMoldScope,
  seenMolds,
  totalShots,
  totalShotsOf,
} from "./mold-facts.ts";
export { notifyDocument } from "./mold-notices.ts";
export { largestStoredPage, moldFacts, moldFactsJob, usesStoredFacts, withStoredFacts } from "./mold-now.ts";
export { openWork } from "./open-work.ts";
export { endRepairOfTrial, endTrialOfRepairs } from "./state-before.ts";
export { unmountAll, unmountElsewhere } from "./unmount.ts";

export const mold: Module = {
  queries: [moldListImpl, moldTimelineImpl],
  tables: [moldTable],
  commands: [...moldImports, ...explainCommands],
};
