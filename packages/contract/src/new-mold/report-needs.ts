import type { reportMilestone } from "./new-mold.commands.ts";
import { milestoneKind } from "./new-mold.entity.ts";

const { t0, trial, quality, handover, acceptance } = milestoneKind.values;
type ReportInput = keyof (typeof reportMilestone)["input"] & string;
/** Inputs that `reportMilestone` needs only for this kind of milestone. */
export const reportNeeds: Readonly<Partial<Record<number, readonly ReportInput[]>>> = {
  [t0]: ["trialStat"],
  [trial]: ["trialStat"],
  [quality]: ["acceptResult"],
  [handover]: ["handoverPlantId", "handoverItems"],
  [acceptance]: ["acceptResult"],
};
