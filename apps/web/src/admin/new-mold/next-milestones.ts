import { projectResult } from "@shotkeeper/contract/enumerations";
import { milestoneStat, type PlanLine, type PlanMilestone } from "@shotkeeper/contract/new-mold";

/** The milestone of a new mold that must be reached next. */
export interface NextMilestone {
  readonly line: PlanLine;
  readonly milestone: PlanMilestone;
  /** Days from the planned day to today. Above 0: the milestone is late. */
  readonly lateDays: number;
}

const dayMs = 86_400_000;

/**
 * Returns the next milestone of each running plan, the most urgent first: the first milestone that is not reached. A
 * reported milestone counts as reached, although somebody must still confirm the report.
 */
export function nextMilestones(lines: readonly PlanLine[], today: string): NextMilestone[] {
  return lines
    .filter((l) => l.projectResult === projectResult.values.unknown)
    .flatMap((line) => {
      const milestone = line.milestones.find(
        (m) => m.actualDate === null && m.milestoneStat === milestoneStat.values.open,
      );
      if (!milestone) return [];
      const lateDays = Math.round((Date.parse(today) - Date.parse(milestone.plannedDate)) / dayMs);
      return [{ line, milestone, lateDays }];
    })
    .sort((a, b) => b.lateDays - a.lateDays || (a.line.moldNo < b.line.moldNo ? -1 : 1));
}
