import type { Query } from "@shotkeeper/contract/kernel";
import {
  acceptanceList,
  achievementList,
  handoverList,
  milestoneKind,
  newTrialList,
  qualityList,
  t0List,
} from "@shotkeeper/contract/new-mold";
import { sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl } from "../../kernel/registry.ts";
import { milestoneColumns, milestoneJoins, planScope } from "./new-mold-facts.ts";

const { opening, t0, trial, quality, handover, acceptance } = milestoneKind.values;

/** Implements the query of a screen that shows the milestones of the given kinds. */
const view = (query: Query, ...kinds: readonly number[]): QueryImpl =>
  implement(query, {
    from: "new_mold_milestone",
    joins: milestoneJoins,
    where: (ctx) => sql`t.milestone_kind = any(${kinds}::int[]) and ${planScope(ctx)}`,
    columns: Object.fromEntries(Object.entries(milestoneColumns).filter(([name]) => name in query.columns)),
    // Overdue milestones first, then open, reported and confirmed milestones. Within each group, the earliest planned
    // day comes first.
    order: [
      ...("isBehind" in query.columns ? [{ field: "isBehind", direction: "desc" } as const] : []),
      { field: "milestoneStat", direction: "asc" },
      { field: "plannedDate", direction: "asc" },
    ],
  });

export const milestoneViews: readonly QueryImpl[] = [
  view(t0List, opening, t0),
  view(newTrialList, trial),
  view(handoverList, handover),
  view(achievementList, handover),
  view(acceptanceList, acceptance),
  view(qualityList, quality),
];
