import { expect, it } from "vitest";
import { type AutoFacts, judgeAuto } from "./auto.rules.ts";

const here: AutoFacts = { writerId: "W1", reports: 12, isRemoved: false, distance: 80, radius: 500 };

it.each([
  ["reported from its plant", {}, "counted"],
  ["stands on the fence", { distance: 500 }, "counted"],
  ["has no counter", { writerId: null, reports: 0, distance: null }, "noCounter"],
  ["said nothing", { reports: 0, distance: null }, "silent"],
  ["lost its counter's label", { isRemoved: true }, "removed"],
  ["belongs to a plant without a place", { radius: null, distance: null }, "noFence"],
  ["reported without a place", { distance: null }, "noPosition"],
  ["is somewhere else", { distance: 501 }, "away"],
  ["is somewhere else, with its label off", { distance: 501, isRemoved: true }, "removed"],
] as const)("judges a mold that %s", (_what, change, reason) => {
  expect(judgeAuto({ ...here, ...change })).toBe(reason);
});
