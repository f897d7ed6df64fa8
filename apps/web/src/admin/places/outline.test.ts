import { expect, it } from "vitest";
import { mercator } from "./mercator.ts";
import file from "./outline.json";
import { outlineOf, pathOf } from "./outline.ts";

const outline = outlineOf(file);

/**
 * Returns whether a point is inside of a ring: a line from the point to the east crosses the ring an odd number of
 * times.
 */
const isInside = (ring: readonly (readonly [number, number])[], [lng, lat]: readonly [number, number]) =>
  ring.filter(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length] ?? [ax, ay];
    return ay > lat !== by > lat && lng < ax + ((lat - ay) / (by - ay)) * (bx - ax);
  }).length %
    2 ===
  1;
const isLand = (point: readonly [number, number]) =>
  outline.land.filter((ring) => isInside(ring, point)).length % 2 === 1;

it("has land and sea at their places", () => {
  const cities = {
    suzhou: [120.62, 31.3],
    taichung: [120.68, 24.15],
    hanoi: [105.85, 21.03],
    berlin: [13.4, 52.5],
  };
  for (const [name, [lng = 0, lat = 0]] of Object.entries(cities))
    expect([name, isLand([lng, lat])]).toEqual([name, true]);
  const seas = { strait: [119.5, 24.5], yellowSea: [123, 35], pacific: [160, 20], tonkin: [107.8, 19.5] };
  for (const [name, [lng = 0, lat = 0]] of Object.entries(seas))
    expect([name, isLand([lng, lat])]).toEqual([name, false]);
});

it("has borders between provinces and between countries", () => {
  const nearest = (lng: number, lat: number) =>
    Math.min(...outline.borders.flat().map(([x, y]) => Math.hypot(x - lng, y - lat)));
  // Each of these points is near a border: of Guangdong and Guangxi, of Zhejiang and Jiangsu at Lake Tai, and of
  // China and Vietnam at Dongxing.
  expect(nearest(111.4, 23.5)).toBeLessThan(0.3);
  expect(nearest(120.1, 30.95)).toBeLessThan(0.3);
  expect(nearest(107.97, 21.54)).toBeLessThan(0.3);
  // The middle of Hunan is far from every border.
  expect(nearest(111.8, 27.8)).toBeGreaterThan(0.8);
});

it("draws a point of the outline where a plant with the same position is drawn", () => {
  const sheet = { width: 360, height: 240, lng: 113, lat: 23, x: 180, y: 120, perDegree: 30 };
  const path = pathOf(
    [
      [
        [114, 24],
        [114.5, 24],
      ],
    ],
    sheet,
    false,
  );
  const y = 120 - (mercator(24) - mercator(23)) * 30;
  expect(path).toBe(`M210.0 ${y.toFixed(1)}L225.0 ${y.toFixed(1)}`);
});

it("leaves out lines beside the sheet", () => {
  const sheet = { width: 360, height: 240, lng: 113, lat: 23, x: 180, y: 120, perDegree: 30 };
  const whole = outline.land.length;
  expect(pathOf(outline.land, sheet, true).split("M").length - 1).toBeLessThan(whole / 4);
  expect(
    pathOf(
      [
        [
          [10, 50],
          [11, 50],
          [10, 51],
        ],
      ],
      sheet,
      true,
    ),
  ).toBe("");
});
