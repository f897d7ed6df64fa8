import { projectResult, projectStat } from "@shotkeeper/contract/enumerations";
import { menus } from "@shotkeeper/contract/menus";
import { milestoneKind, milestoneStat, type PlanLine } from "@shotkeeper/contract/new-mold";
import { expect, it } from "vitest";
import { nextStepOf } from "./next-step.ts";

const { open, reported, confirmed } = milestoneStat.values;
const milestone = (
  milestoneCode: string,
  kind: keyof typeof milestoneKind.values,
  stat: 0 | 1 | 2,
): PlanLine["milestones"][number] => ({
  milestoneCode,
  milestoneKind: milestoneKind.values[kind],
  milestoneStat: stat,
  firstPlanDate: "2026-05-01",
  plannedDate: "2026-05-01",
  actualDate: null,
});
const line = (more: Partial<PlanLine>): PlanLine => ({
  moldNo: "N-1",
  moldName: null,
  makerName: null,
  projectNo: null,
  projectName: null,
  projectStat: projectStat.values.approved,
  projectResult: projectResult.values.unknown,
  milestones: [],
  ...more,
});

it("leads from the review of the plan through its milestones, each on the screen of its kind", () => {
  const { initialReview, reReview } = projectStat.values;
  expect(nextStepOf(line({ projectStat: initialReview }))).toMatchObject({
    step: "review",
    menu: menus.newMoldT0,
  });
  expect(nextStepOf(line({ projectStat: reReview }))).toMatchObject({ step: "approve" });
  const milestones = [
    milestone("OPEN", "opening", confirmed),
    milestone("T0", "t0", reported),
    milestone("T1", "trial", open),
  ];
  expect(nextStepOf(line({ milestones }))).toMatchObject({
    step: "confirm",
    milestone: { milestoneCode: "T0" },
    menu: menus.newMoldT0,
  });
  const later = [milestone("T0", "t0", confirmed), milestone("T1", "trial", open)];
  expect(nextStepOf(line({ milestones: later }))).toMatchObject({
    step: "report",
    milestone: { milestoneCode: "T1" },
    menu: menus.newMoldTrial,
    path: "/new-mold/trial",
  });
});

it("resumes a paused plan, and has no step for an ended one", () => {
  const { paused, cancelled } = projectResult.values;
  expect(nextStepOf(line({ projectResult: paused }))).toMatchObject({ step: "resume" });
  expect(nextStepOf(line({ projectResult: cancelled }))).toBeUndefined();
  expect(nextStepOf(line({ milestones: [milestone("CA", "acceptance", confirmed)] }))).toBeUndefined();
});
