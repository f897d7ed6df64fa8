import { expect, it } from "vitest";
import { append, openState } from "./append.ts";
import type { CounterFacts } from "./derive.ts";
import { factsOfAppended, factsOfReadings } from "./reading-facts.ts";
import { DEFAULT_COUNTER_TYPE, HOUR_MS } from "./timeline.ts";

const h = HOUR_MS;
const binding = (bindingId: number, boundAt: number, unboundAt: number | null) => ({
  bindingId,
  moldId: bindingId * 10,
  boundAt: boundAt * h,
  boundCount: null,
  unboundAt: unboundAt === null ? null : unboundAt * h,
  unboundCount: null,
});
const facts: CounterFacts = {
  type: DEFAULT_COUNTER_TYPE,
  reportIntervalMs: h,
  bindings: [binding(2, 6, null), binding(1, 2, 5)],
  standards: new Map([[10, [{ from: 0, cycleMs: 30_000, tolerance: { percent: 5 } }]]]),
  released: new Set(),
};
const reading = (hours: number, count: number, cycles?: number[]) => ({
  at: hours * h,
  count,
  ...(cycles && { cycles }),
});

it("returns the binding of each reading and its shots on that mold", () => {
  const readings = [
    reading(1, 100),
    reading(2, 110),
    reading(3, 112, [29_000, 31_000]),
    reading(4, 9_999_999),
    reading(5, 112),
    reading(5.5, 112),
    reading(7, 120),
  ];
  const found = factsOfReadings(facts, { before: null, readings });
  expect(
    found.map((f) => [
      f.moldId,
      f.since === null ? null : f.since / h,
      f.shots,
      f.unboundShots,
      f.standardMs,
    ]),
  ).toEqual([
    [0, null, 0, 0, 0],
    // The counter was bound at the moment of this reading, so the shots that the reading reports belong to no mold.
    [0, null, 0, 10, 0],
    [10, 2, 2, 0, 30_000],
    // This reading is quarantined, because no machine makes so many shots in that time.
    [10, 2, 0, 0, 30_000],
    [10, 2, 0, 0, 30_000],
    [0, 5, 0, 0, 0],
    [20, 6, 8, 0, 0],
  ]);
  expect([found[2]?.cycleMs, found[2]?.cycleCount]).toEqual([60_000, 2]);
  expect([found[1]?.cycleMs, found[1]?.cycleCount]).toEqual([0, 0]);
});

it("returns the same figures for a reading of the fast path", () => {
  const parts = { lastRaw: reading(3, 100), lastAccepted: reading(3, 100), shotAt: 3 * h, lastShots: 0 };
  const of = (bindings: CounterFacts["bindings"]) => {
    const appended = append(openState({ ...facts, bindings }, parts), reading(3.05, 106));
    if (typeof appended === "string") throw new Error(appended);
    return factsOfAppended(appended);
  };
  expect(of([binding(1, 2, null)])).toEqual({
    moldId: 10,
    since: 2 * h,
    shots: 6,
    unboundShots: 0,
    cycleMs: 180_000,
    cycleCount: 6,
    standardMs: 30_000,
  });
  expect(of([])).toMatchObject({
    moldId: 0,
    shots: 0,
    unboundShots: 6,
    cycleMs: 0,
    cycleCount: 0,
    standardMs: 0,
  });
});
