import { wallDay } from "@shotkeeper/ui/time";
import { expect, it } from "vitest";
import { samples, today } from "./document-sample.ts";

const day = { year: 2026, month: 11, day: 9 };
const rule = { prefix: "MT", useDate: true, dateType: 2, serialBase: 0, serialDigits: 4, joiner: "-" };

it.each([
  [rule, ["MT261109-0001", "MT261109-0034"]],
  [{ ...rule, useDate: false }, ["MT-0001", "MT-0034"]],
  [{ ...rule, dateType: 5, joiner: "" }, ["MT6B90001", "MT6B90034"]],
  [{ ...rule, serialBase: 1 }, ["MT261109-0001", "MT261109-0022"]],
  [{ ...rule, serialDigits: 1 }, ["MT261109-1", "…"]],
  // Values that are missing in an incomplete rule get defaults.
  [{ prefix: "X", serialDigits: null }, ["X1", "…"]],
])("returns sample numbers of the rule %o", (r, expected) => {
  expect(samples(r, day, [1, 34])).toEqual(expected);
});

it("converts a Date to a day in local time", () => {
  expect(today(wallDay("2026-01-02"))).toEqual({ year: 2026, month: 1, day: 2 });
});
