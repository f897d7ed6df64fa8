import { describe, expect, it } from "vitest";
import { auditStat, projectResult, projectStat, trialStat } from "../enumerations.ts";
import { codes, refusals } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { missingItems, readHandoverItems } from "./handover-items.ts";
import { acceptResult, handoverSide, milestoneKind, milestoneStat } from "./new-mold.entity.ts";
import {
  type MilestoneFacts,
  type MilestoneStep,
  menuOfMilestone,
  milestoneSteps,
  modificationSteps,
  type PlanFacts,
  type PlanStep,
  planDayOutOfOrder,
  planDays,
  planSteps,
  refuseMilestoneStep,
  refuseModificationDelete,
  refuseModificationEdit,
  refuseModificationStep,
  refuseNextTrial,
  refusePlanDelete,
  refusePlanEdit,
  refusePlanStep,
  refuseSign,
} from "./new-mold.states.ts";

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
    ["moldCast", { projectStat: approved, projectResult: moldCast }, []],
  ] as const)("%s allows its steps only", (_what, facts, steps) => {
    expect(planAllowed(facts)).toEqual(steps);
  });

  it("leads by each step to the next state", () => {
    const { review, approve, sendBack, pause, resume, cancel } = planSteps;
    expect([review, approve, sendBack].map((s) => s.to)).toEqual(
      [reReview, approved, initialReview].map((stat) => ({ projectStat: stat })),
    );
    expect([pause, resume, cancel].map((s) => s.to)).toEqual(
      [paused, unknown, cancelled].map((result) => ({ projectResult: result })),
    );
    for (const step of Object.keys(planSteps) as PlanStep[])
      expect(refusePlanStep(step, { projectStat: null, projectResult: null })).toEqual(refusals.wrongState());
  });

  it("is changed and deleted only while in progress", () => {
    const of = (projectResult: PlanFacts["projectResult"]) => ({ projectStat: initialReview, projectResult });
    for (const result of [cancelled, moldCast])
      for (const changesDays of [true, false])
        expect(refusePlanEdit(of(result), changesDays)).toEqual(refusals.wrongState());
    for (const result of [unknown, paused]) expect(refusePlanEdit(of(result), true)).toBeUndefined();
    expect(refusePlanDelete(of(unknown))).toBeUndefined();
    expect(refusePlanDelete(of(cancelled))).toBeUndefined();
    expect(refusePlanDelete(of(moldCast))).toEqual(refusals.alreadyCompleted());
  });

  it("keeps its first dates after the approval", () => {
    expect(refusePlanEdit({ projectStat: initialReview, projectResult: unknown }, true)).toBeUndefined();
    expect(refusePlanEdit(running, true)).toEqual(refusals.planDatesFixed());
    expect(refusePlanEdit(running, false)).toBeUndefined();
    expect(refusePlanEdit({ projectStat: approved, projectResult: moldCast }, false)?.code).toBe(
      codes.wrongState,
    );
    expect(refusePlanDelete({ projectStat: approved, projectResult: moldCast })?.code).toBe(
      codes.alreadyCompleted,
    );
    expect(refusePlanDelete(running)?.code).toBe(codes.wrongState);
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
    expect(planDays).toEqual(Object.keys(days));
    for (const day of planDays.slice(1))
      expect(planDayOutOfOrder({ ...days, [day]: "2025-12-31" })).toBe(day);
    expect(planDayOutOfOrder({ ...days, openingDate: "2026-06-01" })).toBe("t0Date");
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
  ] as const)("%s allows its steps only", (_what, facts, steps) => {
    expect(allowed(facts)).toEqual(steps);
  });

  it("has a reason if it cannot be reported or confirmed", () => {
    const refused = (step: MilestoneStep, more: Partial<MilestoneFacts>) =>
      refuseMilestoneStep(step, { ...base, ...more });
    expect(refused("report", { blockedBy: "T0" })).toEqual(refusals.milestoneFirst("T0"));
    expect(refused("report", { blockedBy: "T0", projectResult: paused })).toEqual(refusals.planNotActive());
    const quality = { milestoneKind: kind.quality, failedTrial: "T2" };
    expect(refused("report", quality)).toEqual(refusals.failedTrialFirst("T2"));
    expect(refused("report", { ...quality, milestoneKind: kind.acceptance })).toBeUndefined();
    expect(refused("replan", quality)).toBeUndefined();
    const failed = { milestoneStat: reported, acceptResult: acceptResult.values.failed };
    for (const milestoneKind of [kind.quality, kind.acceptance])
      expect(refused("confirm", { ...failed, milestoneKind })).toEqual(refusals.failedNotConfirmed());
    for (const milestoneKind of [kind.opening, kind.t0, kind.trial])
      expect(refused("confirm", { ...failed, milestoneKind })).toBeUndefined();
    expect(refused("sendBack", { ...failed, milestoneKind: kind.quality })).toBeUndefined();
  });

  it("leads by each step to the next state", () => {
    const to = Object.entries(milestoneSteps).map(([step, s]) => [step, s.to]);
    expect(to).toEqual([
      ["report", reported],
      ["confirm", confirmed],
      ["sendBack", open],
      ["replan", undefined],
    ]);
  });

  it("belongs to a screen of the menu", () => {
    const ids = new Set<string>(Object.values(menus));
    const screens = Object.values(kind).map((k) => menuOfMilestone[k]);
    expect(screens.every((id) => ids.has(id))).toBe(true);
    // Opening and T0 share a screen. Every other kind of milestone has a screen of its own.
    expect(menuOfMilestone[kind.opening]).toBe(menuOfMilestone[kind.t0]);
    expect(new Set(screens).size).toBe(screens.length - 1);
  });

  it("of kind handover needs a complete pack and two signatures", () => {
    const item = { name: "drawings", ok: true, note: "" };
    const ho = { ...base, milestoneKind: kind.handover, milestoneStat: reported };
    expect(refuseMilestoneStep("confirm", ho)).toEqual(refusals.handoverIncomplete(1));
    const lacking = { ...ho, handoverItems: [item, { ...item, ok: false }, { ...item, ok: false }] };
    expect(refuseMilestoneStep("confirm", lacking)).toEqual(refusals.handoverIncomplete(2));
    const whole = { ...ho, handoverItems: [item] };
    expect(refuseMilestoneStep("confirm", { ...whole, givenBy: "a" })).toEqual(refusals.signaturesMissing());
    expect(refuseMilestoneStep("confirm", { ...whole, givenBy: "a", takenBy: "b" })).toBeUndefined();
    const { giver, taker } = handoverSide.values;
    expect(refuseMilestoneStep("confirm", { ...whole, takenBy: "b" })).toEqual(refusals.signaturesMissing());
    expect(refuseSign(giver, whole, "a")).toBeUndefined();
    expect(refuseSign(taker, whole, "a")).toBeUndefined();
    expect(refuseSign(giver, { ...whole, takenBy: "a" }, "a")).toEqual(refusals.sameSignatory());
    expect(refuseSign(taker, { ...whole, takenBy: "a" }, "b")).toEqual(refusals.wrongState());
    expect(refuseSign(giver, { ...whole, projectResult: paused }, "a")).toEqual(refusals.planNotActive());
    expect(refuseSign(giver, { ...whole, milestoneKind: kind.quality }, "a")).toEqual(refusals.wrongState());
    expect(refuseSign(taker, { ...whole, givenBy: "a" }, "a")).toEqual(refusals.sameSignatory());
    expect(refuseSign(giver, { ...whole, givenBy: "a" }, "b")?.code).toBe(codes.wrongState);
    expect(refuseSign(taker, { ...whole, milestoneStat: open }, "b")?.code).toBe(codes.wrongState);
  });

  it("of kind acceptance needs the agreed shots, unless it is conditional", () => {
    const ca = { ...base, milestoneKind: kind.acceptance, milestoneStat: reported, acceptanceShots: 500 };
    const passed = { ...ca, acceptResult: acceptResult.values.passed, countTimes: 499 };
    expect(refuseMilestoneStep("confirm", passed)).toEqual(refusals.acceptanceShotsMissing(500));
    expect(refuseMilestoneStep("confirm", { ...passed, countTimes: 500 })).toBeUndefined();
    expect(refuseMilestoneStep("confirm", { ...passed, countTimes: null })).toEqual(
      refusals.acceptanceShotsMissing(500),
    );
    expect(
      refuseMilestoneStep("confirm", { ...passed, countTimes: null, acceptanceShots: null }),
    ).toBeUndefined();
    expect(refuseMilestoneStep("confirm", { ...passed, milestoneKind: kind.quality })).toBeUndefined();
    expect(
      refuseMilestoneStep("confirm", { ...passed, acceptResult: acceptResult.values.conditional }),
    ).toBeUndefined();
  });

  it("may be followed by another trial only before the quality acceptance", () => {
    expect(refuseNextTrial(running, confirmed, open)).toBeUndefined();
    expect(refuseNextTrial(running, open, open)?.code).toBe(codes.wrongState);
    expect(refuseNextTrial(running, confirmed, confirmed)?.code).toBe(codes.wrongState);
    expect(refuseNextTrial({ ...running, projectResult: paused }, confirmed, open)?.code).toBe(
      codes.planNotActive,
    );
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
    const { submit, withdraw, audit, finish } = modificationSteps;
    expect([submit, withdraw, audit, finish].map((step) => step.to)).toEqual([
      submitted,
      draft,
      audited,
      closed,
    ]);
    for (const refuse of [refuseModificationEdit, refuseModificationDelete])
      expect(refuse({ auditStat: draft })).toBeUndefined();
    for (const stat of [submitted, audited, closed])
      expect(refuseModificationEdit({ auditStat: stat })).toEqual(refusals.wrongState());
    expect(refuseModificationDelete({ auditStat: closed })).toEqual(refusals.alreadyCompleted());
    expect(refuseModificationDelete({ auditStat: audited })).toEqual(refusals.wrongState());
  });
});

describe("a handover pack", () => {
  const one = { name: "drawings", ok: true, note: "" };
  it("is a list of named items", () => {
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
