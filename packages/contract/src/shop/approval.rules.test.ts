import { expect, it } from "vitest";
import { approvalNeed } from "./approval.rules.ts";

it.each([
  ["no limit", null, 9999, 9999, "none"],
  ["the limit itself", 500, 500, 0, "none"],
  ["above the limit", 500, 500.01, 0, "checkout"],
  ["the second half of a split purchase", 500, 250, 250.01, "day"],
  ["the limit itself with earlier orders, without an error of binary fractions", 0.3, 0.1, 0.2, "none"],
  ["any order of a company with the limit 0", 0, 0.01, 0, "checkout"],
] as const)("approval: %s", (_, approvalAbove, total, orderedToday, need) => {
  expect(approvalNeed({ approvalAbove, total, orderedToday })).toBe(need);
});
