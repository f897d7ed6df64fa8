import type { reportMilestone } from "./new-mold.commands.ts";
import { milestoneKind } from "./new-mold.entity.ts";

const { t0, trial, quality, handover, acceptance } = milestoneKind.values;
type ReportInput = keyof (typeof reportMilestone)["input"] & string;
/**
 * By kind of milestone: the inputs that `reportMilestone` needs for this kind, beside the inputs that it needs for
 * every kind.
 */
export const reportNeeds: Readonly<Partial<Record<number, readonly ReportInput[]>>> = {
  [t0]: ["trialStat"],
  [trial]: ["trialStat"],
  [quality]: ["acceptResult"],
  [handover]: ["handoverPlantId", "handoverItems"],
  [acceptance]: ["acceptResult"],
};
