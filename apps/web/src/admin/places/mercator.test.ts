import fc from "fast-check";
import { expect, it } from "vitest";
import { latitudeOf, mercator, tilesOf } from "./mercator.ts";

/**
 * Returns a generator (fast-check) of evenly distributed degrees. fc.double would put half of the values next to zero.
 */
const between = (most: number) =>
  fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6);
const lat = between(80);
const lng = between(180);

it("converts a latitude to the projection and back", () => {
  fc.assert(
    fc.property(lat, (a) => {
      expect(latitudeOf(mercator(a))).toBeCloseTo(a, 9);
    }),
  );
});

it("covers the whole drawing with tiles without overlap, at about their natural size", () => {
  const perDegree = fc.integer({ min: 10, max: 100_000 });
  fc.assert(
    fc.property(lat, lng, perDegree, (a, o, scale) => {
      const sheet = { width: 360, height: 240, lng: o, lat: a, x: 180, y: 120, perDegree: scale };
      const tiles = tilesOf(sheet);
      expect(tiles.length).toBeLessThan(60);
      const [first] = tiles;
      if (first && first.z < 18 && first.z > 0)
        expect(first.size * 2).toBeGreaterThan(256 / Math.SQRT2 - 1e-6);
      // Computes the tile at the centre by the usual formula of web map tiles. That tile must cover the centre.
      const { z = 0 } = first ?? {};
      const rad = (a * Math.PI) / 180;
      const column = ((o + 180) / 360) * 2 ** z;
      const row = ((1 - Math.log(Math.tan(rad) + 1 / Math.cos(rad)) / Math.PI) / 2) * 2 ** z;
      // Skips cases on the edge between two tiles, because both tiles would be correct.
      fc.pre([column, row].every((v) => Math.abs(v - Math.round(v)) > 1e-6));
      const [x, y] = [Math.floor(column) % 2 ** z, Math.floor(row)];
      const holds = tiles.filter(
        (t) => t.left <= 180 && t.left + t.size > 180 && t.top <= 120 && t.top + t.size > 120,
      );
      expect(holds).toMatchObject([{ x, y }]);
    }),
  );
});
