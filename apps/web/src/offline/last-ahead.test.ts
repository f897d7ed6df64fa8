import { expect, it } from "vitest";
import { lastAhead } from "./last-ahead.ts";

it("a measured difference of 0 replaces an old one, and is known at the next visit", () => {
  const stored = new Map<string, string>();
  const store = { getItem: (k: string) => stored.get(k) ?? null, setItem: stored.set.bind(stored) };
  expect([lastAhead(undefined, store), lastAhead(3_600_000, store), lastAhead(undefined, store)]).toEqual([
    0, 3_600_000, 3_600_000,
  ]);
  expect([lastAhead(0, store), lastAhead(undefined, store)]).toEqual([0, 0]);
});
