import type { ShotBucket } from "@shotkeeper/contract/production";
import { describe, expect, it } from "vitest";
import { axisLimits } from "./cycle-band.ts";
import { withGaps } from "./gaps.ts";
import { binWidth, distribution, totalsOf } from "./totals.ts";

const bucket = (shots: number, cycle: number | null, within = shots): ShotBucket => ({
  time: "2026-01-01T00:00:00Z",
  shots,
  runSeconds: 0,
  averageCycle: cycle,
  minCycle: cycle,
  maxCycle: cycle,
  within,
  fast: 0,
  slow: shots - within,
  estimated: 0,
});

describe("totalsOf", () => {
  it("weights the mean cycle by shots", () => {
    const totals = totalsOf([bucket(300, 30), bucket(100, 34, 0)]);
    expect(totals).toMatchObject({ shots: 400, known: 400, within: 300, slow: 100 });
    expect(totals.mean).toBeCloseTo(31);
  });
  it("returns no mean if no bucket has a cycle", () => {
    expect(totalsOf([{ ...bucket(10, null, 0), slow: 0 }])).toMatchObject({
      shots: 10,
      known: 0,
      mean: null,
    });
  });
});

describe("distribution", () => {
  it("counts shots per bin and includes empty bins", () => {
    expect(distribution([bucket(10, 30.2), bucket(5, 30.9), bucket(2, 32)], 1)).toEqual([
      [30, 15],
      [31, 0],
      [32, 2],
    ]);
  });
  it("limits the number of bins if there is a far outlier", () => {
    expect(distribution([bucket(10, 30), bucket(1, 3000)], 1)).toHaveLength(81);
  });
  it("chooses round bin widths", () => {
    expect(binWidth([30, 30.5, 31, 31.5, 32].map((c) => bucket(1, c)))).toBe(0.1);
    expect(binWidth([20, 30, 40, 50, 60].map((c) => bucket(1, c)))).toBe(2);
  });
});

it("breaks the line where there was no production for several hours", () => {
  const h = 3_600_000;
  expect(
    withGaps([
      [0, 30],
      [h, 31],
      [5 * h, 32],
    ]),
  ).toEqual([
    [0, 30],
    [h, 31],
    [h + 1, null],
    [5 * h, 32],
  ]);
});

describe("axisLimits", () => {
  const { min, max } = axisLimits({ standard: 36, percent: 5 });
  it("contains the whole tolerance if all cycles lie in a part of it", () => {
    expect([min({ min: 36.1 }), max({ max: 36.6 })]).toEqual([34, 38]);
  });
  it("contains cycles outside the tolerance, and the tolerance without cycles", () => {
    expect([min({ min: 30.5 }), max({ max: 40.4 })]).toEqual([30, 41]);
    expect([min({ min: Number.POSITIVE_INFINITY }), max({ max: Number.NEGATIVE_INFINITY })]).toEqual([
      34, 38,
    ]);
  });
});
