import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitOverHours, visitHours } from "./hour-split.ts";
import { type Piece, spreadPiece } from "./interval.ts";
import { NO_STANDARD, standardAt } from "./standard.ts";
import { propertyRuns } from "./testing/property-runs.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./timeline.ts";

const T = Date.UTC(2026, 0, 1);
const STANDARD = standardAt([{ from: 0, cycleMs: 30_000, tolerance: { percent: 5 } }], T);

function piece(fromMs: number, toMs: number, shots: number, cycles: readonly number[] | null = null): Piece {
  return {
    from: T + fromMs,
    to: T + toMs,
    shots,
    moldId: 1,
    bindingId: 1,
    cycles,
    cyclesEnd: cycles?.length ?? 0,
  };
}

function shotsByHour(fromMs: number, toMs: number, shots: number): [number, number][] {
  const result: [number, number][] = [];
  visitHours(splitOverHours(T + fromMs, T + toMs, shots), false, (hour, n) => {
    result.push([(hour - T) / HOUR_MS, n]);
  });
  return result;
}

describe("shots over hours", () => {
  it.each<[string, number, number, number, [number, number][]]>([
    ["one hour", 0, HOUR_MS - 1, 7, [[0, 7]]],
    ["ends on the hour: made before it", 0, HOUR_MS, 7, [[0, 7]]],
    ["one ms over, too little for a shot", 1, HOUR_MS + 1, 7, [[0, 7]]],
    ["begins on the hour", HOUR_MS, HOUR_MS + 1, 1, [[1, 1]]],
    [
      "halves",
      HOUR_MS / 2,
      1.5 * HOUR_MS,
      4,
      [
        [0, 2],
        [1, 2],
      ],
    ],
    [
      "a tie goes to the earlier hour",
      HOUR_MS / 2,
      1.5 * HOUR_MS,
      5,
      [
        [0, 3],
        [1, 2],
      ],
    ],
    [
      "largest remainder",
      0,
      3 * HOUR_MS,
      10,
      [
        [0, 4],
        [1, 3],
        [2, 3],
      ],
    ],
    ["the long end gets the one shot", HOUR_MS - 1, 2 * HOUR_MS, 1, [[1, 1]]],
    ["without length", HOUR_MS, HOUR_MS, 3, [[1, 3]]],
    [
      "few shots in a long gap",
      0,
      1_000 * DAY_MS,
      2,
      [
        [0, 1],
        [1, 1],
      ],
    ],
  ])("%s", (_, from, to, shots, expected) => {
    expect(shotsByHour(from, to, shots)).toEqual(expected);
  });

  it("is the largest-remainder split, in whole shots and exact", () => {
    fc.assert(
      fc.property(fc.nat(5 * HOUR_MS), fc.nat(60 * HOUR_MS), fc.nat(5_000), (from, length, shots) => {
        const to = from + length;
        const parts: { hour: number; whole: number; rest: number }[] = [];
        for (let h = Math.floor(from / HOUR_MS) * HOUR_MS; h < to; h += HOUR_MS) {
          const ms = Math.min(to, h + HOUR_MS) - Math.max(from, h);
          parts.push({ hour: h, whole: Math.floor((shots * ms) / length), rest: (shots * ms) % length });
        }
        let left = shots - parts.reduce((n, p) => n + p.whole, 0);
        for (const p of [...parts].sort((a, b) => b.rest - a.rest || a.hour - b.hour))
          if (left-- > 0) p.whole++;
        const expected = parts
          .filter((p) => p.whole > 0)
          .map((p): [number, number] => [p.hour / HOUR_MS, p.whole]);
        if (length > 0 && shots > 0) expect(shotsByHour(from, to, shots)).toEqual(expected);
      }),
      { numRuns: propertyRuns(5_000) },
    );
  });

  it("lists only the hours with shots in a gap of a thousand years", () => {
    expect(shotsByHour(0, 365_000 * DAY_MS, 3).length).toBe(3);
  });
});

describe("cycles of a piece", () => {
  const base = {
    shots: 0,
    runMs: 0,
    cycleMs: 0,
    cycleCount: 0,
    cycleMin: 0,
    cycleMax: 0,
    within: 0,
    fast: 0,
    slow: 0,
  };

  it.each<[string, Piece, Partial<typeof base>]>([
    [
      "the mean, within",
      piece(0, 10 * MINUTE_MS, 20),
      {
        shots: 20,
        runMs: 600_000,
        cycleMs: 600_000,
        cycleCount: 20,
        cycleMin: 30_000,
        cycleMax: 30_000,
        within: 20,
      },
    ],
    ["just within, above", piece(0, 315_000, 10), { within: 10, cycleMin: 31_500 }],
    ["just slow", piece(0, 315_001, 10), { slow: 10, within: 0 }],
    ["just within, below", piece(0, 285_000, 10), { within: 10 }],
    ["just fast", piece(0, 284_999, 10), { fast: 10, within: 0 }],
    ["three standards: still known", piece(0, 900_000, 10), { cycleCount: 10, runMs: 900_000, slow: 10 }],
    [
      "longer: a stop, at work for the standard",
      piece(0, 900_001, 10),
      { cycleCount: 0, runMs: 300_000, slow: 0 },
    ],
    ["faster than any machine: unknown", piece(0, 1_000, 10), { shots: 10, cycleCount: 0, runMs: 5_000 }],
    [
      "reported cycles",
      piece(0, 100_000, 3, [28_000, 30_000, 33_000]),
      {
        runMs: 91_000,
        cycleMs: 91_000,
        cycleCount: 3,
        cycleMin: 28_000,
        cycleMax: 33_000,
        within: 1,
        fast: 1,
        slow: 1,
      },
    ],
    [
      "more cycles than shots: the last ones",
      piece(0, 70_000, 2, [1_000, 30_000, 31_000]),
      { cycleMs: 61_000 },
    ],
    [
      "fewer: the rest is unknown",
      piece(0, 90_000, 3, [31_000]),
      { cycleCount: 1, runMs: 91_000, within: 1 },
    ],
    [
      "a reported stop",
      piece(0, 999_000, 2, [90_001, 30_000]),
      { cycleCount: 1, runMs: 60_000, cycleMax: 30_000 },
    ],
    ["reported noise", piece(0, 60_000, 2, [0, 30_000]), { cycleCount: 1, runMs: 60_000, cycleMin: 30_000 }],
    ["none reported: the mean", piece(0, 60_000, 2, []), { cycleCount: 2, runMs: 60_000 }],
  ])("%s", (_, given, expected) => {
    const [hour, ...others] = spreadPiece(given, STANDARD, 500);
    expect(others).toEqual([]);
    expect(hour).toMatchObject({ ...expected, estimated: 0 });
  });

  it("need a standard, unless the counter reports them", () => {
    expect(spreadPiece(piece(0, 60_000, 2), NO_STANDARD, 500)).toMatchObject([{ runMs: 0, cycleCount: 0 }]);
    expect(spreadPiece(piece(0, 60_000, 2, [9_000, 51_000]), NO_STANDARD, 500)).toMatchObject([
      { runMs: 60_000, cycleCount: 2, cycleMin: 9_000, cycleMax: 51_000, within: 0, fast: 0, slow: 0 },
    ]);
  });

  it("give each hour at most 60 minutes of run time", () => {
    const hours = spreadPiece(piece(59 * MINUTE_MS + 50_000, 3 * HOUR_MS + 15_000, 107), STANDARD, 500);
    // In proportion to time, 107 shots over 7,225 s would be 0.1, 53.3, 53.3 and 0.2 shots per hour. They are rounded
    // to whole shots.
    expect(hours.map((h) => h.shots)).toEqual([0, 54, 53, 0]);
    expect(hours.map((h) => h.runMs)).toEqual([10_000, HOUR_MS, HOUR_MS, 15_000]);
    expect(hours.map((h) => h.estimated)).toEqual([0, 54, 53, 0]);
    expect(hours.reduce((n, h) => n + h.cycleMs, 0)).toBe(2 * HOUR_MS + 25_000);
  });

  it("assign reported cycles to hours in order", () => {
    const hours = spreadPiece(
      piece(59 * MINUTE_MS, 61 * MINUTE_MS, 4, [28_000, 29_000, 30_000, 31_000]),
      STANDARD,
      500,
    );
    expect(hours.map((h) => [h.shots, h.cycleMin, h.cycleMax])).toEqual([
      [2, 28_000, 29_000],
      [2, 30_000, 31_000],
    ]);
  });

  it("add up to the piece", () => {
    const cycles = fc.option(fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 30 }), {
      nil: null,
    });
    fc.assert(
      fc.property(
        fc.nat(HOUR_MS),
        fc.nat(50 * HOUR_MS),
        fc.nat(3_000),
        cycles,
        (from, length, shots, given) => {
          const hours = spreadPiece(piece(from, from + length, shots, given), STANDARD, 500);
          const sum = (key: "shots" | "runMs" | "cycleMs" | "cycleCount" | "within" | "fast" | "slow") =>
            hours.reduce((n, h) => n + h[key], 0);
          expect(sum("shots")).toBe(shots);
          expect(sum("within") + sum("fast") + sum("slow")).toBe(sum("cycleCount"));
          if ((given?.length ?? 0) === 0 && sum("cycleCount") > 0) {
            expect(sum("runMs")).toBe(length);
            expect(sum("cycleMs")).toBe(length);
            expect(Math.max(...hours.map((h) => h.runMs))).toBeLessThanOrEqual(HOUR_MS);
          }
        },
      ),
      { numRuns: propertyRuns(5_000) },
    );
  });
});

describe("the standard in force", () => {
  const versions = [
    { from: 100, cycleMs: 30_000, tolerance: { percent: 5 } },
    { from: 200, cycleMs: null, tolerance: { percent: 5 } },
    { from: 300, cycleMs: 20_000, tolerance: { ms: 700 } },
  ];
  it.each([
    [99, 0, 0, 0, 100],
    [100, 30_000, 28_500, 31_500, 200],
    [250, 0, 0, 0, 300],
    [300, 20_000, 19_300, 20_700, Number.POSITIVE_INFINITY],
  ])("at %d", (at, cycleMs, lowMs, highMs, until) => {
    expect(standardAt(versions, at)).toEqual({ cycleMs, lowMs, highMs, until });
  });
});
