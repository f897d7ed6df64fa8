import { expect, it } from "vitest";
import { turnOf } from "./turn.mjs";

const day = (n) => Date.parse("2026-05-20T12:00:00Z") + n * 86_400_000;

it("changes every day, and comes back after three days", () => {
  const found = [0, 1, 2, 3].map((n) => turnOf(false, undefined, day(n)));
  expect(new Set(found.slice(0, 3))).toEqual(new Set(["0", "1", "2"]));
  expect(found[3]).toBe(found[0]);
});

it("is chosen by TEST_TURN, and is every group in a full run", () => {
  expect(turnOf(false, "1", day(0))).toBe("1");
  expect(turnOf(true, "1", day(0))).toBe("all");
  expect(() => turnOf(false, "3", day(0))).toThrow("TEST_TURN must be one of 0, 1, 2, all; not 3");
});
