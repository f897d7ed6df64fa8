import { expect, it } from "vitest";
import { isNightHour, isRise, nextNight } from "./board-settings.ts";

it("dims the board from 20:00 to 06:00", () => {
  expect([19, 20, 23, 0, 5, 6, 12].map(isNightHour)).toEqual([false, true, true, true, true, false, false]);
});

it("goes round the three choices of the night mode", () => {
  expect([nextNight("auto"), nextNight("on"), nextNight("off")]).toEqual(["on", "off", "auto"]);
});

it("tells only of warnings that are new since the board last showed the plant", () => {
  const seen = new Map<string, number>();
  const rises = (
    [
      ["A", 3],
      ["B", 9],
      ["A", 3],
      ["A", 4],
      ["B", 8],
      ["B", 9],
    ] as const
  ).map(([item, count]) => isRise(seen, item, count));
  expect(rises).toEqual([false, false, false, true, false, true]);
});
