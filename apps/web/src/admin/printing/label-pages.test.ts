import { expect, it } from "vitest";
import { labelPages } from "./label-pages.ts";

const molds = (n: number) => Array.from({ length: n }, (_, i) => i);
const sizes = (n: number, layout: "sheet" | "single", used: number) =>
  labelPages(molds(n), layout, used).map((p) => p.length);

it.each([
  [0, "sheet", 5, []],
  [3, "sheet", 0, [3]],
  [24, "sheet", 0, [24]],
  [25, "sheet", 0, [24, 1]],
  [24, "sheet", 5, [24, 5]],
  [1, "sheet", 99, [24]],
  [3, "single", 5, [1, 1, 1]],
] as const)("%i labels, %s, %i places used", (n, layout, used, expected) => {
  expect(sizes(n, layout, used)).toEqual(expected);
});

it("leaves the places of used labels empty", () => {
  expect(labelPages(["a"], "sheet", 2)[0]).toEqual([undefined, undefined, "a"]);
});
