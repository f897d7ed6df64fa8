import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { append, type CounterState, openState } from "./append.ts";
import { type CounterFacts, type Derived, derive } from "./derive.ts";
import { addToHours, type HourFigures, sameFigures } from "./hour-figures.ts";
import { factsOfAppended, factsOfReadings } from "./reading-facts.ts";
import { bindingsFrom, history, moments, momentsOf } from "./testing/histories.ts";
import { MemoryLedger } from "./testing/memory-ledger.ts";
import { propertyRuns } from "./testing/property-runs.ts";
import { DAY_MS, HOUR_MS, type Point, type RawReading } from "./timeline.ts";

const RUNS = { numRuns: propertyRuns(2_000) };
const TIMEOUT_MS = 120_000;

function whole(facts: CounterFacts, readings: readonly RawReading[]): Derived {
  return derive(facts, { before: null, readings, isEnd: true });
}

function sortedHours(hours: ReadonlyMap<string, HourFigures>): HourFigures[] {
  return [...hours.values()].sort((a, b) => a.hour - b.hour || a.moldId - b.moldId);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Adds up the results of windows (parts of a timeline). The sums must equal the result for the whole timeline. */
class Total {
  hours = new Map<string, HourFigures>();
  perBinding = new Map<number, number>();
  unboundShots = 0;
  typedShots = 0;

  add(part: Pick<Derived, "hours" | "perBinding" | "unboundShots" | "typedShots">): void {
    for (const figures of part.hours.values()) addToHours(this.hours, figures);
    for (const [id, shots] of part.perBinding)
      this.perBinding.set(id, (this.perBinding.get(id) ?? 0) + shots);
    this.unboundShots += part.unboundShots;
    this.typedShots += part.typedShots;
  }
}

function expectSame(
  actual: Pick<Derived, "hours" | "perBinding" | "unboundShots" | "typedShots">,
  expected: Derived,
): void {
  // The detailed comparison is slow, because there are thousands of hours. So it runs only if the hours differ.
  const isSame =
    actual.hours.size === expected.hours.size &&
    [...expected.hours].every(([key, figures]) => {
      const other = actual.hours.get(key);
      return other !== undefined && sameFigures(other, figures);
    });
  if (!isSame) expect(sortedHours(actual.hours)).toEqual(sortedHours(expected.hours));
  expect(new Map([...actual.perBinding].sort())).toEqual(new Map([...expected.perBinding].sort()));
  expect(actual.unboundShots).toBe(expected.unboundShots);
  expect(actual.typedShots).toBe(expected.typedShots);
}

describe("derive", { timeout: TIMEOUT_MS }, () => {
  it("gives the same result however the timeline is split into windows", () => {
    fc.assert(
      fc.property(
        history,
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        ({ facts, readings }, cuts) => {
          const total = new Total();
          const outcomes: Derived["outcomes"][number][] = [];
          let before: Point | null = null;
          let part: RawReading[] = [];
          const groups = momentsOf(readings);
          for (const [i, group] of groups.entries()) {
            part.push(...group);
            const isEnd = i === groups.length - 1;
            if (!isEnd && !cuts[i % cuts.length]) continue;
            const derived = derive(facts, { before, readings: part, isEnd });
            total.add(derived);
            outcomes.push(...derived.outcomes);
            before = derived.last;
            part = [];
          }
          if (groups.length === 0) total.add(whole(facts, []));
          const expected = whole(facts, readings);
          expectSame(total, expected);
          expect(outcomes).toEqual(expected.outcomes);
          expect(before).toEqual(expected.last);
        },
      ),
      RUNS,
    );
  });

  it("equals append, reading by reading", () => {
    let fast = 0;
    fc.assert(
      fc.property(history, ({ facts, readings }) => {
        const total = new Total();
        let state: CounterState | null = null;
        let before: Point | null = null;
        let shotAt = 0;
        let lastShots = 0;
        const perReading = factsOfReadings(facts, { before: null, readings });
        for (const group of momentsOf(readings)) {
          const [first] = group;
          if (first === undefined) continue;
          const result: ReturnType<typeof append> =
            state === null || group.length > 1 ? "late" : append(state, first);
          if (typeof result !== "string") {
            fast++;
            expect(factsOfAppended(result)).toEqual(perReading[readings.indexOf(first)]);
            state = result.state;
            before = { at: state.at, count: state.count };
            shotAt = state.shotAt;
            lastShots = state.lastShots;
            for (const part of result.hours) addToHours(total.hours, part);
            if (state.bindingId === 0) total.unboundShots += result.shots;
            else if (result.shots > 0) {
              total.perBinding.set(
                state.bindingId,
                (total.perBinding.get(state.bindingId) ?? 0) + result.shots,
              );
            }
            continue;
          }
          const derived = derive(facts, { before, readings: group, isEnd: false });
          total.add(derived);
          before = derived.last;
          shotAt = derived.lastShotAt ?? shotAt;
          lastShots = derived.lastShots ?? lastShots;
          const lastRaw = group.at(-1) ?? first;
          if (before !== null) state = openState(facts, { lastRaw, lastAccepted: before, shotAt, lastShots });
        }
        total.add(derive(facts, { before, readings: [], isEnd: true }));
        const expected = whole(facts, readings);
        expectSame(total, expected);
        expect(shotAt).toBe(expected.lastShotAt ?? 0);
        expect(lastShots).toBe(expected.lastShots ?? 0);
      }),
      RUNS,
    );
    // The fast path (`append`) must accept enough readings. Otherwise this test would prove nothing about it.
    expect(fast).toBeGreaterThan(RUNS.numRuns);
  });

  it("is consistent: hours, bindings, chain and typed counts", () => {
    fc.assert(
      fc.property(history, ({ facts, readings }) => {
        const derived = whole(facts, readings);
        const hours = [...derived.hours.values()];
        const inHours = sum(hours.map((h) => h.shots));
        const unbound = sum(hours.filter((h) => h.moldId === 0).map((h) => h.shots));
        expect(inHours).toBe(sum(derived.perBinding.values()) + derived.unboundShots);
        expect(unbound).toBe(derived.unboundShots);
        expect(inHours).toBe(sum(derived.outcomes.map((o) => o.shots)) + derived.typedShots);
        expect(derived.typedShots).toBeGreaterThanOrEqual(0);
        for (const h of hours) {
          const isWhole = Object.values(h).every((value) => Number.isSafeInteger(value) && value >= 0);
          const isConsistent =
            h.hour % HOUR_MS === 0 &&
            h.cycleCount <= h.shots &&
            h.estimated <= h.shots &&
            h.within + h.fast + h.slow <= h.cycleCount &&
            h.shots + h.runMs > 0 &&
            h.cycleMin <= h.cycleMax;
          if (!isWhole || !isConsistent) expect(h).toBe("consistent");
        }
      }),
      RUNS,
    );
  });

  it("gives the same total for any bindings; only typed counts can add shots", () => {
    fc.assert(
      fc.property(history, moments, ({ facts, readings }, others) => {
        const total = (d: Derived) => sum(d.perBinding.values()) + d.unboundShots;
        const bindings = bindingsFrom(others, readings);
        const untyped = bindings.map((b) => ({ ...b, boundCount: null, unboundCount: null }));
        const here = whole(facts, readings);
        const there = whole({ ...facts, bindings }, readings);
        const plain = whole({ ...facts, bindings: untyped }, readings);
        expect(total(there) - there.typedShots).toBe(total(here) - here.typedShots);
        expect(plain.typedShots).toBe(0);
        expect(total(plain)).toBe(sum(plain.outcomes.map((o) => o.shots)));
      }),
      RUNS,
    );
  });
});

describe("the derived figures of a reading", () => {
  it("belong to the binding up to the reading, with unbound shots separate", () => {
    const at = (hours: number) => Date.UTC(2026, 0, 1) + hours * HOUR_MS;
    const binding = { bindingId: 1, moldId: 7, boundCount: 110, unboundCount: null };
    const version = { tolerance: { percent: 5 } };
    const facts: CounterFacts = {
      type: { maxCount: 9_999, minMsPerShot: 500 },
      reportIntervalMs: HOUR_MS,
      bindings: [{ ...binding, boundAt: at(2), unboundAt: at(5) }],
      standards: new Map([
        [
          7,
          [
            { from: 0, cycleMs: 90_000, ...version },
            { from: at(4), cycleMs: 30_000, ...version },
          ],
        ],
      ]),
      released: new Set(),
    };
    const readings = [
      { at: at(0), count: 100 },
      { at: at(3), count: 150 },
      { at: at(4), count: 190 },
      { at: at(4.1), count: 9_000 },
      { at: at(6), count: 200 },
    ];
    const none = { shots: 0, unboundShots: 0, cycleMs: 0, cycleCount: 0, standardMs: 0 };
    expect(factsOfReadings(facts, { before: null, readings })).toEqual([
      { ...none, moldId: 0, since: null },
      {
        moldId: 7,
        since: at(2),
        shots: 40,
        unboundShots: 10,
        cycleMs: HOUR_MS,
        cycleCount: 40,
        standardMs: 90_000,
      },
      // A standard cycle that comes into force at the end of an interval applies to the whole interval.
      { ...none, moldId: 7, since: at(2), shots: 40, cycleMs: HOUR_MS, cycleCount: 40, standardMs: 30_000 },
      { ...none, moldId: 7, since: at(2), standardMs: 30_000 },
      { ...none, moldId: 0, since: at(5), unboundShots: 10 },
    ]);
    const { hours } = derive(facts, { before: null, readings, isEnd: true });
    expect([...hours.values()].filter((h) => h.moldId === 7).map((h) => [h.within, h.slow])).toEqual([
      [40, 0],
      [0, 40],
    ]);
  });
});

describe("a ledger with readings in any order", { timeout: TIMEOUT_MS }, () => {
  const plan = fc.record({
    history,
    order: fc.infiniteStream(fc.nat()),
    batch: fc.integer({ min: 1, max: 6 }),
    isShuffled: fc.boolean(),
    rebindings: fc.array(moments, { maxLength: 2 }),
  });

  function deliver(
    readings: readonly RawReading[],
    order: fc.Stream<number>,
    batch: number,
    isShuffled: boolean,
  ): RawReading[][] {
    const ranks = [...order.take(2 * readings.length)];
    // Every third reading is delivered twice.
    const sent = [...readings, ...readings.filter((_, i) => i % 3 === 0)].map((reading, i) => ({
      reading,
      rank: isShuffled ? (ranks[i] ?? 0) : reading.at + ((ranks[i] ?? 0) % 7 === 0 ? DAY_MS : 0),
    }));
    sent.sort((a, b) => a.rank - b.rank);
    const batches: RawReading[][] = [];
    for (let i = 0; i < sent.length; i += batch) batches.push(sent.slice(i, i + batch).map((s) => s.reading));
    return batches;
  }

  it("equals a single derivation", () => {
    let fast = 0;
    fc.assert(
      fc.property(plan, ({ history: { facts, readings }, order, batch, isShuffled, rebindings }) => {
        const ledger = new MemoryLedger({ ...facts, bindings: [], released: new Set() });
        if (!isShuffled) ledger.rebind(facts.bindings);
        const batches = deliver(readings, order, batch, isShuffled);
        const freed = readings.filter((r) => facts.released.has(`${r.at}:${r.count}`));
        for (const [i, part] of batches.entries()) {
          ledger.insert(part);
          const rebinding = rebindings[i % 5];
          if (i % 5 < 2 && rebinding !== undefined) ledger.rebind(bindingsFrom(rebinding, readings));
        }
        for (const reading of freed) ledger.release(reading);
        ledger.rebind(facts.bindings);
        fast += ledger.fast;
        const expected = whole(facts, readings);
        expectSame(ledger, expected);
        expect(ledger.rows.map((row) => row.reading)).toEqual(readings);
        expect(ledger.rows.map((row) => row.outcome)).toEqual(expected.outcomes);
      }),
      RUNS,
    );
    expect(fast).toBeGreaterThan(RUNS.numRuns);
  });

  it("loads a short interval for a late reading, independent of the length of the history", () => {
    const ledger = new MemoryLedger({
      type: { maxCount: 2 ** 32 - 1, minMsPerShot: 500 },
      reportIntervalMs: HOUR_MS,
      bindings: [],
      standards: new Map(),
      released: new Set(),
    });
    const start = Date.UTC(2026, 0, 1);
    const readings = Array.from({ length: 5_000 }, (_, i) => ({ at: start + i * 600_000, count: i * 20 }));
    ledger.insert(readings.filter((_, i) => i !== 2_500));
    ledger.loaded = 0;
    ledger.insert(readings.slice(2_500, 2_501));
    expect(ledger.loaded).toBeLessThan(40);
  });
});
