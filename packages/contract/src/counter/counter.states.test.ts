import { expect, it } from "vitest";
import { counterChangeStat } from "../enumerations.ts";
import { refusals, refuseSecondPerson } from "../kernel/index.ts";
import { judgeReplacement } from "./change.entity.ts";
import { judgeCounters } from "./counter.commands.ts";
import { counterState } from "./counter.entity.ts";
import { refuseJudging, refuseRetire } from "./counter.states.ts";

const { inStock, inUse, retired } = counterState.values;

it("retires a counter that is on no mold, once", () => {
  for (const state of [inStock, inUse]) {
    expect(refuseRetire({ state, moldNo: null })).toBeUndefined();
    expect(refuseRetire({ state, moldNo: "M1" })).toEqual(refusals.counterStillBound("M1"));
  }
  for (const moldNo of [null, "M1"])
    expect(refuseRetire({ state: retired, moldNo })).toEqual(refusals.counterRetired());
});

it("lets another person judge a registration or replacement, once", () => {
  const { registered } = counterChangeStat.values;
  expect(refuseJudging({ approval: registered })).toBeUndefined();
  for (const approval of [...Object.values(counterChangeStat.values).filter((a) => a !== registered), null])
    expect(refuseJudging({ approval })).toEqual(refusals.wrongState());
  for (const command of [judgeCounters, judgeReplacement]) {
    const by = (userId: string) =>
      refuseSecondPerson(command, { createdBy: "you" }, { userId, mayStepAlone: false });
    expect(by("me")).toBeUndefined();
    expect(by("you")).toEqual(refusals.ownRequest());
  }
});
