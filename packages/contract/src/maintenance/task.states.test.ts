import { describe, expect, it } from "vitest";
import { taskKind, taskState } from "./task.entity.ts";
import {
  knowsStep,
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
  doneBy: null,
  serviceState: 0,
  ...more,
});
const steps: readonly TaskStep[] = ["plan", "start", "finish", "accept", "sendBack", "defer", "remove"];
const may = (t: Partial<TaskFacts>, userId = "me") =>
  steps.filter((step) => refuseTaskStep(step, task(t), userId) === undefined);

describe("steps of a maintenance task", () => {
  it("are these, of a daily one", () => {
    for (const state of [s.comingUp, s.due, s.deferred, s.overdue])
      expect(may({ state })).toEqual(["plan", "finish", "defer", "remove"]);
    for (const state of [s.done, s.working, s.submitted, s.removed]) expect(may({ state })).toEqual([]);
  });

  it("are these, of a major one", () => {
    for (const state of [s.comingUp, s.due, s.deferred, s.overdue])
      expect(may({ kind: major, state })).toEqual(["plan", "start", "defer", "remove"]);
    expect(may({ kind: major, state: s.working })).toEqual(["finish"]);
    expect(may({ kind: major, state: s.submitted, doneBy: "you" })).toEqual(["accept", "sendBack"]);
    for (const state of [s.done, s.removed]) expect(may({ kind: major, state })).toEqual([]);
  });

  it("lead from the first state to the last", () => {
    expect(stateAfter("finish", daily)).toBe(s.done);
    expect(
      ["start", "finish", "sendBack", "finish", "accept"].map((x) => stateAfter(x as TaskStep, major)),
    ).toEqual([s.working, s.submitted, s.working, s.submitted, s.done]);
    expect(stateAfter("plan", major)).toBeUndefined();
    expect([knowsStep("start", daily), knowsStep("start", major)]).toEqual([false, true]);
    expect(openTaskStates).not.toContain(s.done);
  });

  it("say why not", () => {
    expect(refuseTaskStep("remove", task({ state: s.done }), "me")).toEqual({ code: "S0211" });
    expect(refuseTaskStep("defer", task({ deferCount: 2 }), "me")).toEqual({ code: "S0222", arg: "2" });
    expect(refuseTaskStep("accept", task({ kind: major, state: s.submitted, doneBy: "me" }), "me")).toEqual({
      code: "S0261",
    });
    expect(refuseTaskStep("start", task({ kind: major, serviceState: 4 }), "me")).toEqual({ code: "S0212" });
  });
});
