import { describe, expect, it } from "vitest";
import { refusals, refuseSecondPerson } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { acceptTask, sendBackTask } from "./task.commands.ts";
import { taskKind, taskState } from "./task.entity.ts";
import {
  hasStep,
  openTaskStates,
  refuseTaskStep,
  stateAfter,
  type TaskFacts,
  type TaskStep,
} from "./task.states.ts";

const { daily, major } = taskKind.values;
const s = taskState.values;
const task = (more: Partial<TaskFacts>): TaskFacts => ({
  kind: daily,
  state: s.due,
  deferCount: 0,
  deferLimit: 2,
  serviceState: 0,
  ...more,
});
const steps: readonly TaskStep[] = ["plan", "start", "finish", "accept", "sendBack", "defer", "remove"];
const may = (t: Partial<TaskFacts>) => steps.filter((step) => refuseTaskStep(step, task(t)) === undefined);

describe("steps of a maintenance task", () => {
  it("of daily maintenance", () => {
    for (const state of [s.comingUp, s.due, s.deferred, s.overdue])
      expect(may({ state })).toEqual(["plan", "finish", "defer", "remove"]);
    for (const state of [s.done, s.working, s.submitted, s.removed]) expect(may({ state })).toEqual([]);
  });

  it("of major maintenance", () => {
    for (const state of [s.comingUp, s.due, s.deferred, s.overdue])
      expect(may({ kind: major, state })).toEqual(["plan", "start", "defer", "remove"]);
    expect(may({ kind: major, state: s.working })).toEqual(["finish"]);
    expect(may({ kind: major, state: s.submitted })).toEqual(["accept", "sendBack"]);
    for (const state of [s.done, s.removed]) expect(may({ kind: major, state })).toEqual([]);
    for (const state of Object.values(s)) expect(may({ kind: null, state })).toEqual([]);
    expect(may({ kind: major, state: null })).toEqual([]);
  });

  it("allow a limited number of deferrals", () => {
    expect(may({ deferCount: 1 })).toContain("defer");
    expect(may({ deferCount: 2 })).toEqual(["plan", "finish", "remove"]);
    expect(may({ deferCount: null, deferLimit: null })).toEqual(["plan", "finish", "remove"]);
    expect(may({ deferCount: null, deferLimit: 1 })).toContain("defer");
  });

  it("cannot be started on a scrapped mold, but tasks can be planned and removed", () => {
    const scrapped = { kind: major, state: s.due, serviceState: serviceState.values.scrapped };
    expect(may(scrapped)).toEqual(["plan", "defer", "remove"]);
  });

  it("lead from the first state to the last", () => {
    expect(stateAfter("finish", daily)).toBe(s.done);
    expect(
      ["start", "finish", "sendBack", "finish", "accept"].map((x) => stateAfter(x as TaskStep, major)),
    ).toEqual([s.working, s.submitted, s.working, s.submitted, s.done]);
    expect(stateAfter("plan", major)).toBeUndefined();
    expect([hasStep("start", daily), hasStep("start", major)]).toEqual([false, true]);
    expect(stateAfter("start", daily)).toBeUndefined();
    expect([...openTaskStates].sort()).toEqual(
      Object.values(s)
        .filter((state) => state !== s.done && state !== s.removed)
        .sort(),
    );
  });

  it("give the reason of a refusal", () => {
    expect(refuseTaskStep("remove", task({ state: s.done }))).toEqual(refusals.alreadyCompleted());
    expect(refuseTaskStep("finish", task({ state: s.done }))).toEqual(refusals.wrongState());
    expect(refuseTaskStep("accept", task({ state: s.due }))).toEqual(refusals.wrongState());
    expect(refuseTaskStep("defer", task({ deferLimit: null }))).toEqual(refusals.deferredTooOften(0));
    expect(refuseTaskStep("defer", task({ deferCount: 2 }))).toEqual(refusals.deferredTooOften(2));
    expect(refuseTaskStep("start", task({ kind: major, serviceState: 4 }))).toEqual(refusals.wrongState());
  });

  it("leave the acceptance to another user than the one who did the work", () => {
    for (const command of [acceptTask, sendBackTask]) {
      const by = (userId: string, mayStepAlone = false) =>
        refuseSecondPerson(command, { doneBy: "me" }, { userId, mayStepAlone });
      expect(by("me")).toEqual(refusals.ownWork());
      expect(by("you")).toBeUndefined();
      expect(by("me", true)).toBeUndefined();
    }
  });
});
