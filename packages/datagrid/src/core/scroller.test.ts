import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  advance,
  makeScale,
  maxPhysical,
  maxVirtual,
  revealRow,
  rowWindow,
  toPhysical,
  toVirtual,
} from "./scroller.ts";

const scales = fc
  .record({
    rows: fc.integer({ min: 1, max: 2_000_000 }),
    height: fc.integer({ min: 20, max: 60 }),
    view: fc.integer({ min: 100, max: 2000 }),
  })
  .map(({ rows, height, view }) => ({ rows, height, scale: makeScale(rows, height, view) }));

describe("scaled scroller", () => {
  test("maps the ends of the scroll bar to the ends of the list", () => {
    fc.assert(
      fc.property(scales, ({ scale }) => {
        expect(toVirtual(scale, 0)).toBe(0);
        expect(toVirtual(scale, maxPhysical(scale))).toBeCloseTo(maxVirtual(scale), 3);
      }),
    );
  });

  test("is monotone", () => {
    fc.assert(
      fc.property(
        scales,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ scale }, a, b) => {
          const [low, high] = a < b ? [a, b] : [b, a];
          const max = maxPhysical(scale);
          expect(toVirtual(scale, low * max)).toBeLessThanOrEqual(toVirtual(scale, high * max) + 1e-6);
        },
      ),
    );
  });

  test("returns the same position after both conversions", () => {
    fc.assert(
      fc.property(scales, fc.double({ min: 0, max: 1, noNaN: true }), ({ scale }, part) => {
        const virtual = part * maxVirtual(scale);
        expect(Math.abs(toVirtual(scale, toPhysical(scale, virtual)) - virtual)).toBeLessThan(0.01);
      }),
    );
  });

  test("can show every row at a whole pixel of the scroll bar", () => {
    fc.assert(
      fc.property(scales, fc.double({ min: 0, max: 1, noNaN: true }), ({ rows, height, scale }, part) => {
        const row = Math.min(rows - 1, Math.floor(part * rows));
        const physical = Math.round(toPhysical(scale, revealRow(0, scale.view, height, row)));
        const window = rowWindow(toVirtual(scale, physical), scale.view, height, rows, 0);
        expect(row).toBeGreaterThanOrEqual(window.first);
        expect(row).toBeLessThan(window.last);
      }),
    );
  });

  test("moves by exact pixels with the wheel, and scaled with the scroll bar", () => {
    const scale = makeScale(1_000_000, 28, 700);
    expect(advance(scale, 14_000_000, 4_000_000, 4_000_240)).toBe(14_000_240);
    expect(advance(scale, 14_000_000, 4_000_000, 6_000_000)).toBe(toVirtual(scale, 6_000_000));
  });

  test.each([
    [0, 300, 30, 100, 2, { first: 0, last: 12 }],
    [615, 300, 30, 100, 2, { first: 18, last: 33 }],
    [2700, 300, 30, 100, 2, { first: 88, last: 100 }],
    [0, 300, 30, 0, 2, { first: 0, last: 0 }],
  ])("window at %d", (top, view, height, count, overscan, expected) => {
    expect(rowWindow(top, view, height, count, overscan)).toEqual(expected);
  });
});
