import { expect, it } from "vitest";
import { viewOf } from "./place-view.ts";

const place = (name: string, lng: number | null, lat: number | null, molds = 1) => ({
  plantId: name,
  plant: name,
  lng,
  lat,
  molds,
  running: 0,
});

it("centres a single place", () => {
  expect(viewOf([place("A", 120, 30)], 1.5).spots).toMatchObject([{ x: 0.5, y: 0.5 }]);
});

it("puts north at the top and east on the right, with all places inside the map", () => {
  const [a, b] = viewOf([place("A", 113, 22, 4), place("B", 121, 31, 1)], 1.5).spots;
  expect(a!.x).toBeLessThan(b!.x);
  expect(a!.y).toBeGreaterThan(b!.y);
  for (const s of [a!, b!]) for (const v of [s.x, s.y]) expect(v >= 0.05 && v <= 0.95).toBe(true);
  expect(a!.radius).toBeGreaterThan(b!.radius);
});

it("leaves out places without coordinates", () => {
  expect(viewOf([place("A", null, null)], 1.5).spots).toEqual([]);
});

it("draws grid lines at round degrees", () => {
  const { meridians, parallels, spots } = viewOf([place("A", 113, 22), place("B", 121, 31)], 1.5);
  expect(meridians.map((m) => m.degrees)).toContain(115);
  for (const l of [...meridians, ...parallels]) expect(l.share >= 0 && l.share <= 1).toBe(true);
  // Place A at 113° E must be left of the meridian 115° E.
  const m115 = meridians.find((m) => m.degrees === 115)!;
  expect(spots[0]!.x).toBeLessThan(m115.share);
});
