import { projectResult, projectStat } from "@shotkeeper/contract/enumerations";
import type { PlanLine } from "@shotkeeper/contract/new-mold";
import { expect, it } from "vitest";
import { nextMilestones } from "./next-milestones.ts";
import { nextStepOf } from "./next-step.ts";

const milestone = (
  milestoneCode: string,
  plannedDate: string,
  milestoneStat: 0 | 1 | 2,
  actualDate?: string,
) => ({
  milestoneCode,
  milestoneKind: 1 as const,
  milestoneStat,
  firstPlanDate: plannedDate,
  plannedDate,
  actualDate: actualDate ?? null,
});

const line = (
  moldNo: string,
  milestones: PlanLine["milestones"],
  more: Partial<PlanLine> = {},
): PlanLine => ({
  moldNo,
  moldName: null,
  makerName: null,
  projectNo: null,
  projectName: null,
  projectStat: projectStat.values.approved,
  projectResult: projectResult.values.unknown,
  milestones,
  ...more,
});

it("names the same next step as the page of the mold, the most urgent first", () => {
  const lines = [
    line("A", [milestone("KM", "2026-05-01", 2, "2026-05-02"), milestone("T0", "2026-06-01", 0)]),
    line("B", [milestone("KM", "2026-05-10", 0), milestone("T0", "2026-05-12", 0)]),
    line("C", [milestone("KM", "2026-05-01", 1, "2026-05-03"), milestone("T0", "2026-05-20", 0)]),
    line("D", [milestone("KM", "2026-05-21", 0)], { projectStat: projectStat.values.initialReview }),
    line("PAUSED", [milestone("KM", "2026-05-01", 0)], { projectResult: projectResult.values.paused }),
    line("DONE", [milestone("KM", "2026-05-01", 2, "2026-05-01")]),
  ];
  expect(
    nextMilestones(lines, "2026-05-20").map((n) => [
      n.line.moldNo,
      n.next.step,
      n.milestone.milestoneCode,
      n.lateDays,
    ]),
  ).toEqual([
    ["B", "report", "KM", 10],
    ["C", "confirm", "KM", undefined],
    ["D", "review", "KM", -1],
    ["A", "report", "T0", -12],
  ]);
  for (const { line: plan, next } of nextMilestones(lines, "2026-05-20"))
    expect(nextStepOf(plan)).toEqual(next);
});
