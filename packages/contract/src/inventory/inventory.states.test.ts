import { describe, expect, it } from "vitest";
import { auditStat } from "../enumerations.ts";
import { refusals } from "../kernel/index.ts";
import { countOutcome, countState } from "./inventory.entity.ts";
import {
  type CountStep,
  countSteps,
  refuseCounting,
  refuseCountStep,
  refuseOpenMolds,
  refuseOutcome,
  refuseSurplusAudit,
  stateOfParts,
} from "./inventory.states.ts";

const { counting, checking, closed, cancelled } = countState.values;
const facts = { countState: counting, openMolds: 0, surplusWaiting: 0 } as const;
const steps = Object.keys(countSteps) as CountStep[];

describe("an inventory count", () => {
  it.each([
    [counting, ["submit", "cancel"]],
    [checking, ["reopen", "close", "cancel"]],
    [closed, []],
    [cancelled, []],
  ] as const)("in state %s allows %j only", (state, allowed) => {
    expect(steps.filter((s) => !refuseCountStep(s, { ...facts, countState: state }))).toEqual(allowed);
    expect(refuseCounting({ countState: state }) === undefined).toBe(state === counting);
  });

  it("ends only with a result for every mold", () => {
    expect(refuseOpenMolds({ ...facts, openMolds: 3 }, false)).toEqual(refusals.moldsNotFound(3));
    expect(refuseOpenMolds({ ...facts, openMolds: 3 }, true)).toBeUndefined();
    expect(refuseOpenMolds(facts, false)).toBeUndefined();
  });

  it("follows the state of one part, and is closed by a caller who covers all parts", () => {
    const part = { ...facts, partState: checking };
    expect(steps.filter((s) => !refuseCountStep(s, part))).toEqual(["reopen", "cancel"]);
    expect(refuseCountStep("reopen", { ...part, countState: closed })).toEqual(refusals.wrongState());
    expect(refuseCounting(part)).toEqual(refusals.wrongState());
    const whole = { ...facts, countState: checking, partState: checking, coversAll: true };
    expect(refuseCountStep("close", whole)).toBeUndefined();
    expect(refuseCountStep("close", { ...whole, coversAll: false })).toEqual(refusals.foreignRows());
    expect(stateOfParts([checking, counting])).toBe(counting);
    expect(stateOfParts([checking, cancelled])).toBe(checking);
    expect(stateOfParts([cancelled, cancelled])).toBe(cancelled);
  });

  it("closes only after every surplus mold is audited", () => {
    const waiting = { ...facts, countState: checking, surplusWaiting: 2 };
    expect(refuseCountStep("close", waiting)).toEqual(refusals.surplusNotJudged(2));
    expect(refuseCountStep("reopen", waiting)).toBeUndefined();
  });

  it("allows surplus only for unexpected molds", () => {
    const { here, elsewhere, missing, surplus } = countOutcome.values;
    expect(refuseOutcome(true, surplus)).toEqual(refusals.invalidField("outcome"));
    expect([here, elsewhere, missing, surplus].map((o) => refuseOutcome(true, o) === undefined)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([here, elsewhere, missing, surplus].map((o) => refuseOutcome(false, o) === undefined)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it("audits surplus molds between counting and closing", () => {
    const { submitted, audited } = auditStat.values;
    expect(refuseSurplusAudit({ countState: checking }, { auditStat: submitted })).toBeUndefined();
    expect(refuseSurplusAudit({ countState: checking }, { auditStat: audited })).toBeUndefined();
    expect(refuseSurplusAudit({ countState: checking }, { auditStat: null })).toEqual(refusals.wrongState());
    for (const state of [counting, closed, cancelled])
      expect(refuseSurplusAudit({ countState: state }, { auditStat: submitted })).toEqual(
        refusals.wrongState(),
      );
  });
});
