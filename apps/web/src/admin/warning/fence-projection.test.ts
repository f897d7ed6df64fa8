import { describe, expect, it } from "vitest";
import { nameHeight, planOf } from "./fence-projection.ts";

const fence = { lng: 113, lat: 23, name: "P", radius: 2000 };
const at = (lng: number, lat: number) => ({ time: "2026-01-01T00:00:00Z", lng, lat });

describe("planOf", () => {
  it("puts north at the top and east on the right, and returns the distance to the newest position", () => {
    const p = planOf(fence, [at(113.1, 23.1), at(113, 23)], 400, 200);
    expect(p.spots[0]?.x).toBeGreaterThan(p.x);
    expect(p.spots[0]?.y).toBeLessThan(p.y);
    expect(p.spots[1]).toMatchObject({ x: p.x, y: p.y });
    expect(p.distance).toBeGreaterThan(15_000);
    expect(p.distance).toBeLessThan(15_300);
  });

  it("contains all positions, with the fence at the same scale", () => {
    const p = planOf(fence, [at(110, 30), at(118, 21)], 400, 200);
    for (const s of p.spots) {
      expect(s.x).toBeGreaterThanOrEqual(0);
      expect(s.x).toBeLessThanOrEqual(400);
      expect(s.y).toBeGreaterThanOrEqual(0);
      expect(s.y).toBeLessThanOrEqual(200);
    }
    expect(p.radius * p.metres).toBeCloseTo(2000);
  });

  it("centres the fence if there are no positions", () => {
    expect(planOf(fence, [], 400, 200)).toMatchObject({ x: 200, y: 100, distance: null, spots: [] });
  });
});

it("measures distances by the same radius of the earth as the server", () => {
  expect(planOf(fence, [at(fence.lng, fence.lat + 1)], 400, 200).distance).toBe(111_195);
});

describe("nameHeight", () => {
  it("puts the name above the fence, below it, or into a fence that fills the drawing", () => {
    expect(nameHeight(100, 40, 210)).toBe(52);
    expect(nameHeight(30, 20, 210)).toBe(72);
    const { y, radius } = planOf(fence, [], 560, 210);
    expect(nameHeight(y, radius, 210)).toBeGreaterThan(y - radius + 20);
    expect(nameHeight(y, radius, 210)).toBeLessThan(210);
  });
});
