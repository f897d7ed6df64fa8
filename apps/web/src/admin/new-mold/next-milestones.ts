import { projectResult } from "@shotkeeper/contract/enumerations";
import { milestoneStat, type PlanLine, type PlanMilestone } from "@shotkeeper/contract/new-mold";
import { lateDaysOf, type NextStep, nextStepOf } from "./next-step.ts";

/** The next step of a new mold with a running plan. */
export interface NextOfMold {
  readonly line: PlanLine;
  readonly next: NextStep;
  /** Milestone of the step. For a step of the whole plan, such as its approval: the first unconfirmed milestone. */
  readonly milestone: PlanMilestone;
  /**
   * Days from the planned day of the milestone to today. Above 0: the milestone is late. Undefined if the milestone is
   * reached and only waits for its confirmation.
   */
  readonly lateDays: number | undefined;
}

/** Returns the next step of each running plan, the most urgent first. The page of the mold names the same step. */
export function nextMilestones(lines: readonly PlanLine[], today: string): NextOfMold[] {
  return lines
    .filter((l) => l.projectResult === projectResult.values.unknown)
    .flatMap((line) => {
      const next = nextStepOf(line);
      const milestone =
        next?.milestone ?? line.milestones.find((m) => m.milestoneStat !== milestoneStat.values.confirmed);
      if (!next || !milestone) return [];
      return [{ line, next, milestone, lateDays: lateDaysOf(milestone, today) }];
    })
    .sort((a, b) => urgency(b) - urgency(a) || (a.line.moldNo < b.line.moldNo ? -1 : 1));
}

/**
 * Returns the number by which steps are sorted: the days since the planned day. A milestone that only waits for its
 * confirmation counts as planned for today (0).
 */
const urgency = ({ lateDays }: NextOfMold): number => lateDays ?? 0;
