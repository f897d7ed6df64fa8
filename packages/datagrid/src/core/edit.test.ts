import { expect, test } from "vitest";
import { partColumns } from "../gallery/parts.ts";
import { editedValue } from "./edited-value.ts";
import { isTrue } from "./format.ts";

const column = (key: string) => {
  const found = partColumns.find((c) => c.key === key);
  if (!found) throw new Error(key);
  return found;
};

test.each([
  ["1,5", undefined],
  ["0x10", undefined],
  ["1,500", 1500],
  ["１２.５", 12.5],
  ["-3", -3],
  ["", null],
])("a number typed as %j is %j", (typed, value) => {
  expect(editedValue(column("weight"), typed)).toBe(value);
});

test.each([
  ["Y", true],
  ["N", false],
  ["", false],
  [1, true],
  ["true", true],
  [false, false],
])("a flag %j is %j, in the form of sources and of imports", (value, isYes) => {
  expect(isTrue(value)).toBe(isYes);
});
