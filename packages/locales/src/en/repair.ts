import type { Texts } from "../types.ts";
import type { repair as model } from "../zh-CN/repair.ts";

export const repair: Texts<typeof model> = {
  findings: "Record findings",
  findingsTitle: (mold) => `Findings · ${mold}`,
  findingsLead:
    "Record fault, cause, component, cavity and measure. You can change them until the repair is accepted. The choices are items of the data dictionary.",
  add: "Add finding",
  finding: (n) => `Finding ${n}`,
  recorded: (n) => `Findings recorded: ${n}`,
  noItems: "The data dictionary has no items for this. Add them there first",
  pareto: "Pareto chart",
  empty: "No repairs finished in this period",
  emptyHint: "Add breakdowns in major maintenance and record their findings.",
  notGiven: "Not recorded",
  count: "Repairs",
  countIn: "Repairs with it",
  total: "All repairs",
  several: (sum, repairs) =>
    `A repair with findings of several groups counts in each of them: the groups have ${sum} entries for ${repairs} repairs. The cumulative share is that of the entries.`,
  foundCount: "Findings",
  hours: "Hours",
  cost: "Cost",
  measure: "Sort by",
  cumulative: "Cumulative",
  list: "List of repairs",
  unrecorded: (n) =>
    `Repairs without findings: ${n}. Ask the technicians to record them before the acceptance.`,
  share:
    "A repair with several findings counts in each of their groups. Its hours and cost are shared equally. “Not recorded” has the repairs without findings or without this entry.",
  ofMolds:
    "MTBF = run hours in the period ÷ breakdowns reported in it. MTTR = repair hours ÷ repairs that ended in the period.",
  listAll: "All repairs of any period, open ones included. One row for each finding.",
  listOf: (period) =>
    `Repairs of this group that ended in the ${period.toLowerCase()}. One row for each finding.`,
  reset: "Show all",
};
