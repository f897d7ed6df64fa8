import { describe, expect, it } from "vitest";
import { codes, refusals, refuseSecondPerson } from "../kernel/index.ts";
import { appointState } from "./appoint.entity.ts";
import { closeAppoints, sendBackAppoints } from "./appoint.queries.ts";
import { type AppointFacts, type AppointStep, appointSteps, refuseAppointStep } from "./appoint.states.ts";

const s = appointState.values;
const issue = (more: Partial<AppointFacts>): AppointFacts => ({
  appointState: s.unsolved,
  issueFoundBy: "finder",
  saveProblemBy: "solver",
  seesAll: false,
  ...more,
});
const steps = Object.keys(appointSteps) as AppointStep[];
const may = (more: Partial<AppointFacts>, userId: string) =>
  steps.filter((step) => refuseAppointStep(step, issue(more), userId) === undefined);

describe("steps of an inspection issue", () => {
  it("for the finder", () => {
    expect(may({}, "finder")).toEqual(["edit", "solve", "delete"]);
    expect(may({ appointState: s.solved }, "finder")).toEqual(["close", "sendBack", "delete"]);
    for (const appointState of [s.closed, s.deleted]) expect(may({ appointState }, "finder")).toEqual([]);
  });

  it("leave the judgement to the finder, or to tenant-wide users", () => {
    const solved = { appointState: s.solved };
    expect(may(solved, "solver")).toEqual(["delete"]);
    expect(may({ ...solved, seesAll: true }, "boss")).toEqual(["close", "sendBack", "delete"]);
  });

  it("leave the judgement to every other user, if the finder is the solver", () => {
    const own = { appointState: s.solved, saveProblemBy: "finder" };
    expect(may(own, "other")).toEqual(["close", "sendBack", "delete"]);
  });

  it("leave the judgement to another user than the solver, even if the solver is the finder", () => {
    for (const command of [closeAppoints, sendBackAppoints]) {
      const by = (userId: string, mayStepAlone = false) =>
        refuseSecondPerson(command, { issueFoundBy: "li", saveProblemBy: "li" }, { userId, mayStepAlone });
      expect(by("li")).toEqual(refusals.secondPerson());
      expect(by("li", true)).toBeUndefined();
      expect(by("wu")).toBeUndefined();
    }
  });

  it("give the reason of a refusal", () => {
    expect(refuseAppointStep("delete", issue({ appointState: s.closed }), "finder")).toEqual({
      code: codes.alreadyCompleted,
    });
    expect(refuseAppointStep("solve", issue({ appointState: s.closed }), "finder")).toEqual(
      refusals.wrongState(),
    );
    expect(refuseAppointStep("close", issue({ appointState: s.solved }), "other")).toEqual(
      refusals.onlyFinderJudges(),
    );
    expect(refuseAppointStep("solve", issue({ appointState: s.deleted }), "finder")).toEqual({
      code: codes.wrongState,
    });
  });

  it("lead from unsolved to closed, and back", () => {
    expect(steps.map((step) => appointSteps[step].to)).toEqual([
      s.unsolved,
      s.solved,
      s.closed,
      s.unsolved,
      s.deleted,
    ]);
  });
});
