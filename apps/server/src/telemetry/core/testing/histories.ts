/**
 * Generators of counter histories for the property tests. They include the errors that counters, radio links and
 * people make.
 */
import fc from "fast-check";
import type { CounterFacts } from "../derive.ts";
import type { StandardVersion } from "../standard.ts";
import {
  type Binding,
  type CounterType,
  compareReadings,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type RawReading,
  readingKey,
} from "../timeline.ts";

export interface History {
  readonly facts: CounterFacts;
  /** Readings sorted by time and count, without duplicates. */
  readonly readings: readonly RawReading[];
}

/** Start of the histories, epoch ms. Clocks in Europe change in this night, which must not affect UTC hours. */
const START = Date.UTC(2024, 2, 30, 21, 59, 59, 990);
const MOLDS = [1, 2, 3];

const gap = fc.oneof(
  { weight: 10, arbitrary: fc.integer({ min: 1, max: 2 * MINUTE_MS }) },
  { weight: 6, arbitrary: fc.integer({ min: MINUTE_MS, max: 5 * HOUR_MS }) },
  { weight: 4, arbitrary: fc.constantFrom(10, 500, HOUR_MS, 2 * HOUR_MS, DAY_MS) },
  { weight: 1, arbitrary: fc.integer({ min: DAY_MS, max: 40 * DAY_MS }) },
);

const cycles = fc.option(
  fc.array(fc.constantFrom(0, 300, 700, 29_000, 30_000, 33_000, 100_000), { maxLength: 8 }),
  { freq: 3, nil: null },
);

const event = fc.record({
  gap,
  toHour: fc.boolean(),
  kind: fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom("work", "work", "work", "few", "few", "stop"),
    },
    { weight: 3, arbitrary: fc.constantFrom("reset", "conflict", "spike", "backstep", "nearMax", "dropped") },
  ),
  amount: fc.integer({ min: 0, max: 60 }),
  msPerShot: fc.constantFrom(400, 500, 700, 30_000, 31_000, 95_000),
  cycles,
  released: fc.boolean(),
});

type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

function play(events: readonly Event[], type: CounterType, firstCount: number) {
  const readings = new Map<string, RawReading>();
  const released = new Set<string>();
  let at = START;
  let count = firstCount;
  for (const e of events) {
    if (e.kind !== "conflict") at += e.gap;
    if (e.toHour && e.gap > MINUTE_MS && e.kind !== "conflict") at = Math.ceil(at / HOUR_MS) * HOUR_MS;
    let shown = count;
    if (e.kind === "work") shown = count + Math.floor(e.gap / e.msPerShot);
    else if (e.kind === "few" || e.kind === "dropped") shown = count + (e.amount % 4);
    else if (e.kind === "reset") shown = e.amount;
    else if (e.kind === "conflict") shown = Math.max(0, count + e.amount - 20);
    else if (e.kind === "nearMax") shown = type.maxCount - e.amount;
    else if (e.kind === "backstep") shown = Math.max(0, count - e.amount);
    if (shown > type.maxCount) shown %= type.maxCount + 1;
    if (e.kind === "spike") shown = count + 1_000 * e.amount;
    else if (e.kind !== "conflict") count = shown;
    if (e.kind === "dropped") continue;
    const reading = { at, count: shown, cycles: e.cycles };
    readings.set(readingKey(reading), readings.get(readingKey(reading)) ?? reading);
    if (e.released && e.amount % 3 === 0) released.add(readingKey(reading));
  }
  return { readings: [...readings.values()].sort(compareReadings), released };
}

const moment = fc.record({
  /** Index of a reading. The bind or unbind lies `offset` ms after that reading. */
  near: fc.nat({ max: 40 }),
  offset: fc.constantFrom(0, 0, 0, 1, -1, 5_000, -5_000, 3 * HOUR_MS, -3 * HOUR_MS, 2 * DAY_MS, -2 * DAY_MS),
  moldId: fc.constantFrom(...MOLDS),
  isHandover: fc.boolean(),
  typed: fc.constantFrom("none", "none", "near", "near", "wild"),
  amount: fc.integer({ min: -8, max: 30 }),
});

type Moment = typeof moment extends fc.Arbitrary<infer T> ? T : never;

export function bindingsFrom(moments: readonly Moment[], readings: readonly RawReading[]): Binding[] {
  const placed = moments
    .map((m) => {
      const reading = readings[m.near % Math.max(1, readings.length)] ?? { at: START, count: 0 };
      const count =
        m.typed === "none" ? null : m.typed === "near" ? reading.count + m.amount : m.amount * 700;
      return { ...m, at: reading.at + m.offset, count: count === null ? null : Math.max(0, count) };
    })
    .sort((a, b) => a.at - b.at);
  const bindings: Binding[] = [];
  for (let i = 0; i < placed.length; i++) {
    const from = placed[i];
    const to = placed[i + 1];
    if (from === undefined) break;
    bindings.push({
      bindingId: 100 + i,
      moldId: from.moldId,
      boundAt: from.at,
      boundCount: from.count,
      unboundAt: to?.at ?? null,
      unboundCount: to?.isHandover ? null : (to?.count ?? null),
    });
    if (!to?.isHandover) i++;
  }
  return bindings;
}

export const moments = fc.array(moment, { maxLength: 7 });

const standards = fc.array(
  fc.record({
    // Moments at which a standard cycle comes into force. All are full hours: a boundary case, because many generated
    // readings lie on a full hour too.
    from: fc.constantFrom(0, START + 10 + 2 * HOUR_MS, START + 10 + DAY_MS, START + 10 + 10 * DAY_MS),
    cycleMs: fc.constantFrom(null, 700, 30_000, 31_000, 2 * HOUR_MS),
    tolerance: fc.constantFrom({ percent: 5 }, { percent: 0.1 }, { ms: 1_000 }),
  }),
  { maxLength: 4 },
);

function standardsFrom(versions: readonly StandardVersion[]): Map<number, StandardVersion[]> {
  const result = new Map<number, StandardVersion[]>();
  for (const [i, version] of versions.entries()) {
    const moldId = MOLDS[i % 2] ?? 1;
    result.set(
      moldId,
      [...(result.get(moldId) ?? []), version].sort((a, b) => a.from - b.from),
    );
  }
  return result;
}

export const history: fc.Arbitrary<History> = fc
  .record({
    events: fc.array(event, { maxLength: 30, size: "max" }),
    maxCount: fc.constantFrom(2 ** 32 - 1, 20_000),
    firstCount: fc.constantFrom(0, 5, 1_000, 19_900),
    reportIntervalMs: fc.constantFrom(MINUTE_MS, HOUR_MS, DAY_MS),
    moments,
    standards,
    hasReleased: fc.boolean(),
  })
  .map((plan) => {
    const type = { maxCount: plan.maxCount, minMsPerShot: 500 };
    const { readings, released } = play(plan.events, type, plan.firstCount);
    const facts: CounterFacts = {
      type,
      reportIntervalMs: plan.reportIntervalMs,
      bindings: bindingsFrom(plan.moments, readings),
      standards: standardsFrom(plan.standards),
      released: plan.hasReleased ? released : new Set(),
    };
    return { facts, readings };
  });

/** Groups readings by moment. All readings of a moment must be in the same window. */
export function momentsOf(readings: readonly RawReading[]): RawReading[][] {
  const groups: RawReading[][] = [];
  for (const reading of readings) {
    const group = groups.at(-1);
    if (group?.[0]?.at === reading.at) group.push(reading);
    else groups.push([reading]);
  }
  return groups;
}
