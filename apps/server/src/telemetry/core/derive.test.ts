import { describe, expect, it } from "vitest";
import { type CounterFacts, derive, standardOf, visitPieces } from "./derive.ts";
import { NO_STANDARD } from "./standard.ts";
import { DEFAULT_COUNTER_TYPE, HOUR_MS, type RawReading } from "./timeline.ts";

const facts: CounterFacts = {
  type: DEFAULT_COUNTER_TYPE,
  reportIntervalMs: HOUR_MS,
  bindings: [
    { bindingId: 1, moldId: 10, boundAt: 0, boundCount: null, unboundAt: 9 * HOUR_MS, unboundCount: 130 },
  ],
  standards: new Map([
    [10, [{ from: 0, cycleMs: 30_000, tolerance: { percent: 5 } }]],
    [0, [{ from: 0, cycleMs: 1, tolerance: { percent: 5 } }]],
  ]),
  released: new Set(),
};
const reading = (hours: number, count: number): RawReading => ({ at: hours * HOUR_MS, count });
const window = (readings: readonly RawReading[], isEnd = true) => ({ before: null, readings, isEnd });

describe("derive", () => {
  it("returns the last accepted reading and the last one with shots", () => {
    const { last, lastShotAt, lastShots, outcomes } = derive(
      facts,
      window([reading(1, 100), reading(2, 110), reading(3, 110), reading(4, 9_999_999)]),
    );
    expect(outcomes.map((o) => o.accepted)).toEqual([true, true, true, false]);
    expect({ last, lastShotAt, lastShots }).toEqual({
      last: { at: 3 * HOUR_MS, count: 110 },
      lastShotAt: 2 * HOUR_MS,
      lastShots: 0,
    });
    const none = derive(facts, window([]));
    expect(none).toMatchObject({
      last: null,
      lastShotAt: null,
      lastShots: null,
      unboundShots: 0,
      typedShots: 0,
    });
  });

  it("separates shots proved only by typed counts, at the end of the timeline only", () => {
    const readings = [reading(1, 100), reading(2, 110)];
    const shots = (isEnd: boolean) => {
      const { perBinding, typedShots } = derive(facts, window(readings, isEnd));
      return [perBinding.get(1), typedShots];
    };
    expect(shots(true)).toEqual([30, 20]);
    expect(shots(false)).toEqual([10, 0]);
  });
});

it("visits each piece with the index of the reading that ends it, -1 after the last reading", () => {
  const seen: unknown[] = [];
  visitPieces(facts, window([reading(1, 100), reading(2, 100), reading(3, 110)]), (piece, index, standard) =>
    seen.push([index, piece.shots, piece.moldId, standard.cycleMs]),
  );
  expect(seen).toEqual([
    [2, 10, 10, 30_000],
    [-1, 20, 10, 30_000],
  ]);
});

it("uses no standard for unbound shots, or for molds without one", () => {
  expect(standardOf(facts, 0, 5)).toEqual(NO_STANDARD);
  expect(standardOf(facts, 99, 5)).toEqual(NO_STANDARD);
  expect(standardOf(facts, 10, 5).cycleMs).toBe(30_000);
});
