import { projectResult, projectStat } from "@shotkeeper/contract/enumerations";
import { menus, screens } from "@shotkeeper/contract/menus";
import {
  type MilestoneStep,
  menuOfMilestone,
  milestoneStat,
  type PlanLine,
  type PlanMilestone,
  type PlanStep,
} from "@shotkeeper/contract/new-mold";

/** The next step of a new mold's plan, and the screen on which a user performs this step. */
export interface NextStep {
  readonly step: PlanStep | MilestoneStep;
  /** Milestone of the step. Undefined for steps of the whole plan, for example its approval. */
  readonly milestone?: PlanMilestone;
  readonly menu: string;
  readonly path: string;
}

const { unknown, paused } = projectResult.values;
const { initialReview, reReview } = projectStat.values;
const { open, confirmed } = milestoneStat.values;

const dayMs = 86_400_000;

/**
 * Returns the days from the planned day of a milestone to today. Returns undefined if the milestone is reached: it is
 * not late any more, and only waits for its confirmation.
 */
export const lateDaysOf = (milestone: PlanMilestone, today: string): number | undefined =>
  milestone.actualDate === null
    ? Math.round((Date.parse(today) - Date.parse(milestone.plannedDate)) / dayMs)
    : undefined;

function at(menu: string, step: NextStep["step"], milestone?: PlanMilestone): NextStep | undefined {
  const path = screens.find((s) => s.id === menu)?.path;
  return path === undefined ? undefined : { step, menu, path, ...(milestone && { milestone }) };
}

/**
 * Returns the next step of a plan: its approval, or the report or confirmation of its first unconfirmed milestone.
 * Returns undefined if the plan has ended.
 */
export function nextStepOf({ projectStat, projectResult, milestones }: PlanLine): NextStep | undefined {
  const ofPlan = (step: PlanStep) => at(menus.newMoldT0, step);
  if (projectResult === paused) return ofPlan("resume");
  if (projectResult !== unknown) return undefined;
  if (projectStat === initialReview) return ofPlan("review");
  if (projectStat === reReview) return ofPlan("approve");
  const milestone = milestones.find((m) => m.milestoneStat !== confirmed);
  if (!milestone) return undefined;
  const step = milestone.milestoneStat === open ? "report" : "confirm";
  return at(menuOfMilestone[milestone.milestoneKind], step, milestone);
}
