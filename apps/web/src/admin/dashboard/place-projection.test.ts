import { expect, it } from "vitest";
import { spotsOf } from "./place-projection.ts";

const place = (name: string, lng: number | null, lat: number | null, molds = 1) => ({
  PLANT: name,
  LNG: lng,
  LAT: lat,
  MOLDS: molds,
  RUNNING: 0,
});

it("puts a single place in the middle", () => {
  expect(spotsOf([place("A", 120, 30)], 1.5)).toMatchObject([{ x: 0.5, y: 0.5 }]);
});

it("has north above and east on the right, all inside", () => {
  const [a, b] = spotsOf([place("A", 113, 22, 4), place("B", 121, 31, 1)], 1.5);
  expect(a!.x).toBeLessThan(b!.x);
  expect(a!.y).toBeGreaterThan(b!.y);
  for (const s of [a!, b!]) for (const v of [s.x, s.y]) expect(v >= 0.05 && v <= 0.95).toBe(true);
  expect(a!.radius).toBeGreaterThan(b!.radius);
});

it("leaves out what has no coordinates", () => {
  expect(spotsOf([place("A", null, null)], 1.5)).toEqual([]);
});
