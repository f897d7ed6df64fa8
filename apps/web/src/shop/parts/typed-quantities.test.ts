import { expect, it } from "vitest";
import { withoutSaved } from "./typed-quantities.ts";

it("forgets a saved quantity, but not one that the user has changed again during the save", () => {
  const typed = new Map([
    [1, 3],
    [2, 5],
  ]);
  expect([...withoutSaved(typed, 1, 3)]).toEqual([[2, 5]]);
  // The save of 2 pieces ends after the user has typed 3.
  expect(withoutSaved(typed, 1, 2)).toBe(typed);
});
