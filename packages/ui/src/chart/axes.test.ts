import { expect, it } from "vitest";
import { labelledDays } from "./axes.ts";

const day = 86_400_000;
const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`);

it("labels days at equal distances, also across the end of a month", () => {
  const days = labelledDays({ from: dayOf("2026-10-15"), to: dayOf("2026-11-29") + day / 2 }) ?? [];
  expect(days.at(-1)).toBe(dayOf("2026-11-29"));
  expect(days.length).toBeLessThanOrEqual(10);
  expect(new Set(days.slice(1).map((d, i) => d - (days[i] ?? 0)))).toEqual(new Set([7 * day]));
});

it("labels each day of a week, and leaves shorter periods to the library", () => {
  expect(labelledDays({ from: dayOf("2026-11-22"), to: dayOf("2026-11-29") })).toHaveLength(8);
  expect(labelledDays({ from: dayOf("2026-11-28"), to: dayOf("2026-11-29") })).toBeUndefined();
});
