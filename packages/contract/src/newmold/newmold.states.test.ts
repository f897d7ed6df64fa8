import { describe, expect, it } from "vitest";
import { auditStat, projectResult, projectStat, trialStat } from "../enumerations.ts";
import { missingItems, readHandoverItems } from "./handover-items.ts";
import { acceptResult, handoverSide, milestoneKind, milestoneStat } from "./newmold.entity.ts";
import {
  type MilestoneFacts,
  type MilestoneStep,
  milestoneSteps,
  type PlanFacts,
  type PlanStep,
  planDayOutOfOrder,
  planSteps,
  refuseMilestoneStep,
  refuseModificationDelete,
  refuseModificationStep,
  refuseNextTrial,
  refusePlanDelete,
  refusePlanEdit,
  refusePlanStep,
  refuseSign,
} from "./newmold.states.ts";

const { initialReview, reReview, approved } = projectStat.values;
const { unknown, paused, cancelled, moldCast } = projectResult.values;
const { open, reported, confirmed } = milestoneStat.values;
const kind = milestoneKind.values;
const running: PlanFacts = { projectStat: approved, projectResult: unknown };
const base: MilestoneFacts = {
  ...running,
  milestoneKind: kind.trial,
  milestoneStat: open,
  blockedBy: null,
  failedTrial: null,
  trialStat: null,
  acceptResult: null,
  handoverItems: null,
  givenBy: null,
  takenBy: null,
  countTimes: 0,
  acceptanceShots: null,
};
const planAllowed = (p: PlanFacts) =>
  (Object.keys(planSteps) as PlanStep[]).filter((s) => !refusePlanStep(s, p));
const allowed = (m: Partial<MilestoneFacts>) =>
  (Object.keys(milestoneSteps) as MilestoneStep[]).filter((s) => !refuseMilestoneStep(s, { ...base, ...m }));

describe("a plan", () => {
  it.each([
    ["new", { projectStat: initialReview, projectResult: unknown }, ["review", "cancel"]],
    ["reviewed", { projectStat: reReview, projectResult: unknown }, ["approve", "sendBack", "cancel"]],
    ["approved", running, ["pause", "cancel"]],
    ["paused", { projectStat: approved, projectResult: paused }, ["resume", "cancel"]],
    ["cancelled", { projectStat: approved, projectResult: cancelled }, []],
    ["fulfilled", { projectStat: approved, projectResult: moldCast }, []],
  ] as const)("%s goes on by its steps and no others", (_what, facts, steps) => {
    expect(planAllowed(facts)).toEqual(steps);
  });

  it("keeps its first days once it is approved", () => {
    expect(refusePlanEdit({ projectStat: initialReview, projectResult: unknown }, true)).toBeUndefined();
    expect(refusePlanEdit(running, true)).toEqual({ code: "S0350" });
    expect(refusePlanEdit(running, false)).toBeUndefined();
    expect(refusePlanEdit({ projectStat: approved, projectResult: moldCast }, false)?.code).toBe("S0212");
    expect(refusePlanDelete({ projectStat: approved, projectResult: moldCast })?.code).toBe("S0211");
    expect(refusePlanDelete(running)?.code).toBe("S0212");
  });

  it("has its days in order", () => {
    const days = {
      openingDate: "2026-01-01",
      t0Date: "2026-02-01",
      t1Date: "2026-03-01",
      qualityDate: "2026-03-01",
      handoverOn: "2026-04-01",
      acceptanceDate: "2026-05-01",
    };
    expect(planDayOutOfOrder(days)).toBeUndefined();
    expect(planDayOutOfOrder({ ...days, handoverOn: "2026-02-28" })).toBe("handoverOn");
  });
});

describe("a milestone", () => {
  it.each([
    ["open", {}, ["report", "replan"]],
    ["reported", { milestoneStat: reported }, ["report", "confirm", "sendBack"]],
    ["confirmed", { milestoneStat: confirmed }, []],
    ["of a paused plan", { projectResult: paused }, []],
    ["of a plan that nobody approved", { projectStat: reReview }, []],
    ["before its turn", { blockedBy: "T0" }, ["replan"]],
    ["a quality after a failed trial", { milestoneKind: kind.quality, failedTrial: "T2" }, ["replan"]],
    [
      "a failed trial",
      { milestoneStat: reported, trialStat: trialStat.values.failed },
      ["report", "confirm", "sendBack"],
    ],
    [
      "a failed acceptance",
      { milestoneKind: kind.quality, milestoneStat: reported, acceptResult: acceptResult.values.failed },
      ["report", "sendBack"],
    ],
  ] as const)("%s goes on by its steps and no others", (_what, facts, steps) => {
    expect(allowed(facts)).toEqual(steps);
  });

  it("is handed over whole, and signed by two", () => {
    const item = { name: "drawings", ok: true, note: "" };
    const ho = { ...base, milestoneKind: kind.handover, milestoneStat: reported };
    expect(refuseMilestoneStep("confirm", ho)).toEqual({ code: "S0355", arg: "1" });
    const lacking = { ...ho, handoverItems: [item, { ...item, ok: false }, { ...item, ok: false }] };
    expect(refuseMilestoneStep("confirm", lacking)).toEqual({ code: "S0355", arg: "2" });
    const whole = { ...ho, handoverItems: [item] };
    expect(refuseMilestoneStep("confirm", { ...whole, givenBy: "a" })).toEqual({ code: "S0356" });
    expect(refuseMilestoneStep("confirm", { ...whole, givenBy: "a", takenBy: "b" })).toBeUndefined();
    const { giver, taker } = handoverSide.values;
    expect(refuseSign(giver, whole, "a")).toBeUndefined();
    expect(refuseSign(taker, { ...whole, givenBy: "a" }, "a")).toEqual({ code: "S0358" });
    expect(refuseSign(giver, { ...whole, givenBy: "a" }, "b")?.code).toBe("S0212");
    expect(refuseSign(taker, { ...whole, milestoneStat: open }, "b")?.code).toBe("S0212");
  });

  it("is accepted when the shots of the contract are made, or on a condition", () => {
    const ca = { ...base, milestoneKind: kind.acceptance, milestoneStat: reported, acceptanceShots: 500 };
    const passed = { ...ca, acceptResult: acceptResult.values.passed, countTimes: 499 };
    expect(refuseMilestoneStep("confirm", passed)).toEqual({ code: "S0357", arg: "500" });
    expect(refuseMilestoneStep("confirm", { ...passed, countTimes: 500 })).toBeUndefined();
    expect(
      refuseMilestoneStep("confirm", { ...passed, acceptResult: acceptResult.values.conditional }),
    ).toBeUndefined();
  });

  it("is followed by one more trial only between trial and quality", () => {
    expect(refuseNextTrial(running, confirmed, open)).toBeUndefined();
    expect(refuseNextTrial(running, open, open)?.code).toBe("S0212");
    expect(refuseNextTrial(running, confirmed, confirmed)?.code).toBe("S0212");
    expect(refuseNextTrial({ ...running, projectResult: paused }, confirmed, open)?.code).toBe("S0351");
  });
});

describe("a modification", () => {
  const { draft, submitted, audited, closed } = auditStat.values;
  it("goes from draft to closed", () => {
    const steps = ["submit", "withdraw", "audit", "finish"] as const;
    const by = (stat: (typeof auditStat.values)[keyof typeof auditStat.values]) =>
      steps.filter((s) => !refuseModificationStep(s, { auditStat: stat }));
    expect([draft, submitted, audited, closed].map(by)).toEqual([
      ["submit"],
      ["withdraw", "audit"],
      ["withdraw", "finish"],
      [],
    ]);
    expect(refuseModificationDelete({ auditStat: closed })).toEqual({ code: "S0211" });
    expect(refuseModificationDelete({ auditStat: audited })).toEqual({ code: "S0212" });
  });
});

describe("a handover pack", () => {
  const one = { name: "drawings", ok: true, note: "" };
  it("is a list of named things", () => {
    expect(readHandoverItems([one])).toEqual([one]);
    const withFile = { ...one, filePath: "/files/a-1", fileName: "drawings.pdf" };
    expect(readHandoverItems([one, withFile])).toEqual([one, withFile]);
    expect(readHandoverItems(null)).toEqual([]);
    expect(missingItems([one])).toBe(0);
  });
  it.each([
    ["a text", "x"],
    ["without a name", [{ ...one, name: " " }]],
    ["with a word for yes", [{ ...one, ok: "Y" }]],
    ["with something more", [{ ...one, extra: 1 }]],
    ["with a document from elsewhere", [{ ...one, filePath: "https://x", fileName: "x.pdf" }]],
    ["with a document without a name", [{ ...one, filePath: "/files/a" }]],
    ["too long", Array.from({ length: 41 }, () => one)],
  ])("is not %s", (_what, value) => {
    expect(readHandoverItems(value)).toBeUndefined();
  });
});
