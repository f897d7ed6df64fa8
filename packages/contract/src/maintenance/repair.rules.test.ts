import { describe, expect, it } from "vitest";
import { type Finding, maxFindings, readFindings, writeFindings } from "./repair.rules.ts";
import { taskState } from "./task.entity.ts";
import { refuseFindings } from "./task.states.ts";

const finding: Finding = {
  faultCode: "F01",
  causeCode: "C02",
  measureCode: null,
  componentCode: "P03",
  cavity: 4,
  findingNote: "worn",
};
const wire = (more: object = {}) => ({ FAULT_CODE: "F01", ...more });

describe("findings on the wire", () => {
  it("are read as they were written", () => {
    expect(readFindings(writeFindings([finding]))).toEqual([finding]);
    expect(readFindings([])).toEqual([]);
  });

  it("have null for what is not given, and no spaces around the note", () => {
    expect(readFindings([wire({ CAUSE_CODE: "", FINDING_NOTE: "  " })])).toEqual([
      { ...finding, causeCode: null, componentCode: null, cavity: null, findingNote: null },
    ]);
  });

  it("are refused by the name of the wrong field", () => {
    for (const [value, name] of [
      [undefined, "findings"],
      ["F01", "findings"],
      [["F01"], "findings"],
      [Array(maxFindings + 1).fill(wire()), "findings"],
      [[{}], "faultCode"],
      [[wire({ FAULT_CODE: "x".repeat(51) })], "faultCode"],
      [[wire({ CAUSE_CODE: 7 })], "causeCode"],
      [[wire({ MEASURE_CODE: "x".repeat(51) })], "measureCode"],
      [[wire({ COMPONENT_CODE: [] })], "componentCode"],
      [[wire({ FINDING_NOTE: "x".repeat(201) })], "findingNote"],
      [[wire({ CAVITY: 0 })], "cavity"],
      [[wire({ CAVITY: 1000 })], "cavity"],
      [[wire({ CAVITY: 1.5 })], "cavity"],
      [[wire({ CAVITY: "2" })], "cavity"],
      [[wire(), wire({ CAVITY: -1 })], "cavity"],
    ] as const)
      expect(readFindings(value), JSON.stringify(value)).toBe(name);
  });

  it("are refused with markup in a text", () => {
    for (const markup of [{ FINDING_NOTE: "<script>" }, { CAUSE_CODE: "<b>" }])
      expect(() => readFindings([wire(markup)])).toThrow("S0019");
  });
});

it("belong to open breakdowns only", () => {
  const { working, submitted, due, done, removed } = taskState.values;
  for (const state of [due, working, submitted])
    expect(refuseFindings({ state, isBreakdown: true })).toBeUndefined();
  for (const state of [done, removed]) expect(refuseFindings({ state, isBreakdown: true })).toBeDefined();
  expect(refuseFindings({ state: working, isBreakdown: false })).toBeDefined();
});
