import { describe, expect, it } from "vitest";
import { auditStat, trialStat } from "../enumerations.ts";
import { codes, refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { readParameters } from "./parameters.ts";
import {
  refuseTrialDelete,
  refuseTrialEdit,
  refuseTrialStep,
  type TrialFacts,
  type TrialStep,
  trialSteps,
} from "./trial.states.ts";

const { draft, submitted, audited, closed } = auditStat.values;
const base: TrialFacts = {
  auditStat: draft,
  startedAt: null,
  endedAt: null,
  trialStat: null,
  serviceState: serviceState.values.inService,
  busyTrial: null,
};
const begun = { auditStat: audited, startedAt: "2026-05-20T04:00:00Z" };
const done = { ...begun, endedAt: "2026-05-20T06:00:00Z", trialStat: trialStat.values.passed };
const allowed = (t: Partial<TrialFacts>) =>
  (Object.keys(trialSteps) as TrialStep[]).filter((s) => !refuseTrialStep(s, { ...base, ...t }));

describe("a trial", () => {
  it.each([
    ["a draft", {}, ["submit"]],
    ["submitted", { auditStat: submitted }, ["withdraw", "audit"]],
    ["audited", { auditStat: audited }, ["withdraw", "start"]],
    ["begun", begun, ["record"]],
    ["ended with a result", done, ["record", "complete"]],
    ["closed", { ...done, auditStat: closed }, []],
  ] as const)("%s allows its steps only", (_what, facts, steps) => {
    expect(allowed(facts)).toEqual(steps);
  });

  it("is not submitted, audited or started on a scrapped mold", () => {
    const { scrapped } = serviceState.values;
    for (const [step, state] of [
      ["submit", draft],
      ["audit", submitted],
      ["start", audited],
    ] as const)
      expect(refuseTrialStep(step, { ...base, auditStat: state, serviceState: scrapped })).toEqual({
        code: codes.wrongState,
      });
  });

  it("does not start during another trial", () => {
    const ready = { ...base, auditStat: audited };
    expect(refuseTrialStep("start", { ...ready, busyTrial: "SM1" })).toEqual(refusals.moldInTrial("SM1"));
  });

  it("refuses steps with a reason before it has started or has a result", () => {
    expect(refuseTrialStep("record", { ...base, auditStat: audited })).toEqual(refusals.trialNotBegun());
    expect(refuseTrialStep("complete", { ...base, ...begun })).toEqual(refusals.trialWithoutResult());
  });

  it("is edited and deleted as a draft only", () => {
    expect([draft, submitted, audited, closed].map((s) => refuseTrialEdit({ auditStat: s })?.code)).toEqual([
      undefined,
      codes.wrongState,
      codes.wrongState,
      codes.wrongState,
    ]);
    expect([draft, submitted, audited, closed].map((s) => refuseTrialDelete({ auditStat: s })?.code)).toEqual(
      [undefined, codes.wrongState, codes.wrongState, codes.alreadyCompleted],
    );
  });
});

describe("settings of a trial", () => {
  const one = { name: "料筒温度", unit: "℃", planned: "230", actual: "" };
  it("are a list of named values", () => {
    expect(readParameters([one])).toEqual([one]);
    expect(readParameters(null)).toEqual([]);
  });
  it.each([
    ["a text", "x"],
    ["no list", { ...one }],
    ["no name", [{ ...one, name: " " }]],
    ["a number", [{ ...one, planned: 230 }]],
    ["something more", [{ ...one, extra: "x" }]],
    ["something less", [{ name: "x" }]],
    ["too long a value", [{ ...one, planned: "x".repeat(41) }]],
    ["too many", Array.from({ length: 41 }, () => one)],
  ])("are not %s", (_what, value) => {
    expect(readParameters(value)).toBeUndefined();
  });
  it("hold no markup", () => {
    expect(() => readParameters([{ ...one, name: "<b>" }])).toThrow(codes.suspiciousText);
  });
});
