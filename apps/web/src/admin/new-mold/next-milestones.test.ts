import type { PlanLine } from "@shotkeeper/contract/new-mold";
import { expect, it } from "vitest";
import { nextMilestones } from "./next-milestones.ts";

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

const line = (moldNo: string, milestones: PlanLine["milestones"], result: 0 | 1 = 0): PlanLine => ({
  moldNo,
  moldName: null,
  makerName: null,
  projectNo: null,
  projectName: null,
  projectStat: 3,
  projectResult: result,
  milestones,
});

it("names the first milestone that is not reached, the latest first", () => {
  const lines = [
    line("A", [milestone("KM", "2026-05-01", 2, "2026-05-02"), milestone("T0", "2026-06-01", 0)]),
    line("B", [milestone("KM", "2026-05-10", 0), milestone("T0", "2026-05-12", 0)]),
    line("C", [milestone("KM", "2026-05-01", 1, "2026-05-03"), milestone("T0", "2026-05-20", 0)]),
    line("PAUSED", [milestone("KM", "2026-05-01", 0)], 1),
    line("DONE", [milestone("KM", "2026-05-01", 2, "2026-05-01")]),
  ];
  expect(
    nextMilestones(lines, "2026-05-20").map((n) => [n.line.moldNo, n.milestone.milestoneCode, n.lateDays]),
  ).toEqual([
    ["B", "KM", 10],
    ["C", "T0", 0],
    ["A", "T0", -12],
  ]);
});
