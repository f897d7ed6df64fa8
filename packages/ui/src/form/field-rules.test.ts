import { field } from "@shotkeeper/contract/kernel";
import { describe, expect, it } from "vitest";
import { changedValues, inputNames, problemOf, rebase } from "./field-rules.ts";

const weight = field.decimal(2, { min: 0.5, max: 100 });

describe("problemOf", () => {
  it.each([
    ["a required text that is empty", "", field.text(5, { required: true }), { kind: "missing" }],
    ["an optional one that is empty", "", field.text(5), undefined],
    ["a text that fits", "abcde", field.text(5), undefined],
    ["a text that is too long", "abcdef", field.text(5), { kind: "tooLong", max: 5 }],
    ["characters, not bytes", "模具编号五", field.text(5), undefined],
    ["markup", "<b>", field.text(50), { kind: "code", message: "suspiciousText" }],
    ["a pattern that is missed", "a b", field.text(50, { pattern: /^\S+$/ }), { kind: "invalid" }],
    ["a number that is too small", 0.1, weight, { kind: "tooSmall", min: 0.5 }],
    ["a number that is too large", 101, weight, { kind: "tooLarge", max: 100 }],
    ["a number that fits", 12.34, weight, undefined],
    ["a number with too many decimals", 12.345, weight, { kind: "tooPrecise", decimals: 2 }],
    ["no whole number", 1.5, field.int(), { kind: "invalid" }],
    ["a flag that is not chosen", null, field.flag({ required: true }), { kind: "missing" }],
    ["a flag that is no", false, field.flag({ required: true }), undefined],
    ["a day that does not exist", "2026-02-30", field.date(), { kind: "invalid" }],
  ])("%s", (_name, value, f, problem) => {
    expect(problemOf(value, f)).toEqual(problem);
  });
});

it("requires no field that is read-only or secret", () => {
  const fields = {
    name: field.text(10),
    count: field.int({ virtual: true }),
    made: field.time({ readOnly: true }),
    hash: field.text(10, { secret: true }),
    cause: field.json(),
  };
  expect(inputNames(fields)).toEqual(["name"]);
});

describe("changedValues", () => {
  it("returns the values that differ", () => {
    expect(changedValues({ a: 1, b: "x", c: null }, { a: 2, b: "x", c: null })).toEqual({ a: 2 });
  });
  it("treats missing and empty values as equal", () => {
    expect(changedValues({}, { a: null })).toEqual({});
  });
  it("treats an instant ending in Z and one ending in +00:00 as equal", () => {
    const [database, picker] = ["2026-01-02T03:04:05.678+00:00", "2026-01-02T03:04:05.678Z"];
    expect(changedValues({ at: database }, { at: picker })).toEqual({});
  });
});

it("merges two edits: own changes win, all other fields come from the other user", () => {
  const before = { name: "A", life: 50, plant: "P1" };
  const mine = { name: "A", life: 60, plant: "P1" };
  const theirs = { name: "B", life: 55, plant: "P1" };
  expect(rebase(before, mine, theirs)).toEqual({ name: "B", life: 60, plant: "P1" });
});
