import { describe, expect, it } from "vitest";
import { type MoldVersion, versionAt } from "./mold-version.ts";
import { distanceM, isFix } from "./place.ts";
import { NO_STANDARD, type StandardVersion, standardAt, toleranceMs } from "./standard.ts";

describe("the standard of a mold", () => {
  const version = (from: number, cycleMs: number | null): StandardVersion => ({
    from,
    cycleMs,
    tolerance: { percent: 5 },
  });
  const versions = [version(100, 30_000), version(200, null), version(300, 20_000), version(400, 0)];

  it("is the one in force at a moment", () => {
    const at = (ms: number) => {
      const { cycleMs, lowMs, highMs, until } = standardAt(versions, ms);
      return [cycleMs, lowMs, highMs, until];
    };
    expect(at(99)).toEqual([0, 0, 0, 100]);
    expect(at(100)).toEqual([30_000, 28_500, 31_500, 200]);
    expect(at(199)).toEqual([30_000, 28_500, 31_500, 200]);
    expect(at(200)).toEqual([0, 0, 0, 300]);
    expect(at(300)).toEqual([20_000, 19_000, 21_000, 400]);
    expect(at(400)).toEqual([0, 0, 0, Number.POSITIVE_INFINITY]);
    expect(standardAt([], 5)).toEqual(NO_STANDARD);
    expect(standardAt([version(0, 1)], 0).until).toBe(Number.POSITIVE_INFINITY);
    expect(standardAt([version(0, -5)], 0).cycleMs).toBe(0);
    expect(NO_STANDARD).toEqual({ cycleMs: 0, lowMs: 0, highMs: 0, until: Number.POSITIVE_INFINITY });
  });

  it("has a tolerance in whole milliseconds, given in percent or in milliseconds", () => {
    expect(toleranceMs({ percent: 5 }, 30_000)).toBe(1500);
    expect(toleranceMs({ percent: 7 }, 30_100)).toBe(2107);
    expect(toleranceMs({ percent: 0.1 }, 1_500)).toBe(1);
    expect(toleranceMs({ ms: 1999.9 }, 30_000)).toBe(1999);
  });
});

it("uses the version in force; before the first version, the first one", () => {
  const version = (from: number): MoldVersion => ({
    from,
    tolerance: null,
    fence: null,
    isIdleExempt: false,
    isOutOfUse: false,
  });
  const versions = [version(100), version(200)];
  expect([50, 100, 199, 200, 999].map((at) => versionAt(versions, at).from)).toEqual([
    100, 100, 100, 200, 200,
  ]);
  const unknown = {
    from: Number.NEGATIVE_INFINITY,
    tolerance: null,
    fence: null,
    isIdleExempt: false,
    isOutOfUse: false,
  };
  expect(versionAt(undefined, 5)).toEqual(unknown);
  expect(versionAt([], 5)).toEqual(unknown);
});

describe("places", () => {
  it.each([
    ["a degree of latitude", [113, 23], [113, 24], 111_195],
    ["a degree of longitude at 60°", [10, 60], [11, 60], 55_597],
    ["Paris to New York", [2.3522, 48.8566], [-74.006, 40.7128], 5_837_249],
    ["half around the earth", [0, 0], [180, 0], 20_015_115],
    ["none", [113, 23], [113, 23], 0],
  ] as const)("have great-circle distances: %s", (_, a, b, metres) => {
    const fix = ([lng, lat]: readonly [number, number]) => ({ lng, lat });
    expect(distanceM(fix(a), fix(b))).toBeCloseTo(metres, -1);
    expect(distanceM(fix(b), fix(a))).toBeCloseTo(metres, -1);
  });

  it("are valid if within range, except 0,0", () => {
    for (const [lng, lat] of [
      [180, 90],
      [-180, -90],
      [0, 1],
      [1, 0],
      [113.5, 23.25],
    ] as const)
      expect(isFix({ lng, lat })).toBe(true);
    for (const [lng, lat] of [
      [0, 0],
      [180.1, 0],
      [-180.1, 5],
      [5, 90.1],
      [5, -90.1],
    ] as const)
      expect(isFix({ lng, lat })).toBe(false);
  });
});
