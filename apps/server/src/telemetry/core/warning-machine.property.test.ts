import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propertyRuns } from "./testing/property-runs.ts";
import { WarningLedger } from "./testing/warning-ledger.ts";
import { DAY_MS, dayBeginning, HOUR_MS, MINUTE_MS } from "./timeline.ts";
import { applyEvent, checkClock, nextClockAt, type Warning } from "./warning-clock.ts";
import { type ReplayReading, replayDay } from "./warning-machine.ts";
import { DEFAULT_WARNING_RULES } from "./warning-rules.ts";
import { NEW_REPLAY_STATE, type ReplayState, warningKey } from "./warning-state.ts";

const RUNS = { numRuns: propertyRuns(2_000) };
const START = Date.UTC(2026, 2, 28, 23, 50);
const PLANT = { lng: 121.47, lat: 31.23, radiusM: 2_000 };
const RULES = DEFAULT_WARNING_RULES;

const row = fc.record({
  gap: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 * HOUR_MS }) },
    { weight: 4, arbitrary: fc.constantFrom(MINUTE_MS, HOUR_MS, 12 * HOUR_MS, DAY_MS, 2 * DAY_MS) },
    { weight: 1, arbitrary: fc.integer({ min: DAY_MS, max: 40 * DAY_MS }) },
  ),
  /**
   * Shots since the previous row of the generated history. The cumulative count is the sum over all rows so far,
   * including rows that are not delivered.
   */
  shots: fc.constantFrom(0, 0, 0, 7, 25, 240),
  cycleMs: fc.constantFrom(25_000, 28_000, 30_000, 31_000, 32_000, 40_000),
  battery: fc.constantFrom(null, 5, 15, 25, 80),
  isBatteryLow: fc.constantFrom(null, false, false, true),
  rssi: fc.constantFrom(null, -90, -110, -120),
  isRemoved: fc.constantFrom(null, false, false, true),
  isAway: fc.boolean(),
  hasFix: fc.boolean(),
});

type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;
type Placed = Row & { at: number; count: number };

const plan = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 25, size: "max" }),
  /** Binding history of the counter: `hours` after the start, it is moved to `moldId` (0: no mold). */
  owners: fc.array(fc.record({ hours: fc.nat({ max: 1_500 }), moldId: fc.constantFrom(0, 1, 1, 2) }), {
    maxLength: 4,
  }),
  exemptDay: fc.nat({ max: 40 }),
  order: fc.array(fc.nat(), { minLength: 25, maxLength: 25 }),
  batch: fc.integer({ min: 1, max: 4 }),
});

type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

function place(rows: readonly Row[]): Placed[] {
  let at = START;
  let count = 0;
  return rows.map((r) => {
    at += r.gap;
    count += r.shots;
    return { ...r, at, count };
  });
}

/**
 * Derives the input of the replay from readings, in time order. The shots of a reading are its count minus the count of
 * the reading before it in `rows`. So they depend on which readings have arrived.
 */
function factsOf(rows: readonly Placed[], { owners, exemptDay }: Plan): ReplayReading[] {
  const changes = owners
    .map((o) => ({ at: START + o.hours * HOUR_MS, moldId: o.moldId }))
    .sort((a, b) => a.at - b.at);
  return rows.map((r, i) => {
    const previous = rows[i - 1];
    const shots = previous === undefined ? 0 : r.count - previous.count;
    const owner = changes.findLast((c) => c.at < r.at) ?? { at: START - DAY_MS, moldId: 1 };
    return {
      at: r.at,
      battery: r.battery,
      isBatteryLow: r.isBatteryLow,
      rssi: r.rssi,
      isRemoved: r.isRemoved,
      fix: r.hasFix ? { lng: PLANT.lng + (r.isAway ? 0.1 : 0.001), lat: PLANT.lat } : null,
      moldId: owner.moldId,
      since: owner.at,
      shots: owner.moldId === 0 ? 0 : shots,
      unboundShots: owner.moldId === 0 ? shots : 0,
      cycleMs: shots * r.cycleMs,
      cycleCount: owner.moldId === 0 ? 0 : shots,
      standardMs: 30_000,
      tolerance: null,
      fence: PLANT,
      isIdleExempt: dayBeginning(r.at) === dayBeginning(START) + exemptDay * DAY_MS,
      outOfUseSince: null,
    };
  });
}

describe("the warning state machine", () => {
  it("gives the same warnings in any order of arrival, replayed from day checkpoints", () => {
    fc.assert(
      fc.property(plan, (p) => {
        const rows = place(p.rows);
        const ledger = new WarningLedger(RULES);
        const queue = rows
          .map((r, i) => ({ r, rank: p.order[i] ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ r }) => r);
        let facts: ReplayReading[] = [];
        const present: Placed[] = [];
        for (let i = 0; i < queue.length; i += p.batch) {
          present.push(...queue.slice(i, i + p.batch));
          present.sort((a, b) => a.at - b.at);
          const old = new Map(facts.map((f) => [f.at, JSON.stringify(f)]));
          facts = factsOf(present, p);
          const changed = facts.filter((f) => old.get(f.at) !== JSON.stringify(f));
          ledger.update(facts, new Set(changed.map((f) => dayBeginning(f.at))));
        }
        const full = replayDay(NEW_REPLAY_STATE, factsOf(rows, p), () => RULES);
        expect(ledger.events()).toEqual(full.events);
        const warnings = new Map<string, Warning>();
        for (const event of full.events) applyEvent(warnings, event);
        expect(ledger.warnings()).toEqual(warnings);
      }),
      RUNS,
    );
  }, 60_000);

  it("never opens the same warning twice, and never closes a warning that is not open", () => {
    fc.assert(
      fc.property(plan, (p) => {
        const open = new Map<string, number>();
        const seen = new Set<string>();
        for (const event of replayDay(NEW_REPLAY_STATE, factsOf(place(p.rows), p), () => RULES).events) {
          const key = warningKey(event);
          expect(event.at).toBeGreaterThanOrEqual(event.openedAt);
          if (event.change === "open") {
            expect(seen.has(key)).toBe(false);
            seen.add(key);
            open.set(key, event.level);
          } else if (event.change === "recur") {
            expect(open.has(key)).toBe(false);
            open.set(key, event.level);
          } else if (event.change === "escalate") {
            expect(event.level).toBeGreaterThan(open.get(key) ?? 9);
            open.set(key, event.level);
          } else expect(open.delete(key)).toBe(true);
          const kinds = [...open.keys()].map((k) => k.split(":")[0]);
          expect(new Set(kinds).size).toBe(kinds.length);
        }
      }),
      RUNS,
    );
  }, 60_000);

  it("opens by the clock the same warnings as the next reading", () => {
    fc.assert(
      fc.property(plan, (p) => {
        let state: ReplayState = NEW_REPLAY_STATE;
        for (const reading of factsOf(place(p.rows), p)) {
          const { moldId, since } = reading;
          const books = { moldId, since, isValid: true, expiresAt: null };
          const early = checkClock(state, reading.at, RULES, books);
          const next = replayDay(state, [reading], () => RULES);
          const retrospect = next.events.filter(
            (e) =>
              (e.kind === "silent" && e.change !== "close") || (e.kind === "unbound" && e.change === "open"),
          );
          const atOnce = (e: { kind: string; level: number }) => e.kind === "unbound" && e.level === 2;
          expect(early).toEqual(retrospect.filter((e) => !atOnce(e)));
          state = next.state;
        }
      }),
      RUNS,
    );
  }, 60_000);

  it("opens nothing by the clock before the next time that nextClockAt gives", () => {
    const day = fc.double({ min: -40, max: 40, noNaN: true }).map((d) => Math.round(d * DAY_MS));
    const anyBooks = fc.record({
      moldId: fc.constantFrom(0, 1),
      since: fc.option(day, { nil: null }),
      isValid: fc.boolean(),
      expiresAt: fc.option(day, { nil: null }),
    });
    fc.assert(
      fc.property(
        anyBooks,
        fc.option(day, { nil: null }),
        day,
        fc.double({ noNaN: true, min: 0, max: 1 }),
        (b, lastAt, now, share) => {
          const state = { ...NEW_REPLAY_STATE, lastAt };
          const next = nextClockAt(state, now, RULES, b);
          expect(next).toBeGreaterThan(now);
          const seen = (at: number) => checkClock(state, at, RULES, b);
          const end = Math.min(next, now + 90 * DAY_MS);
          expect(seen(Math.floor(now + (end - 1 - now) * share))).toEqual(seen(now));
          if (Number.isFinite(next)) expect(seen(next)).not.toEqual(seen(now));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("replays days after the change as long as the states differ", () => {
    // The late reading shows that the shots were made on an earlier day than assumed. So the mold became idle earlier:
    // a week after the late reading's day.
    const base = {
      shots: 0 as const,
      cycleMs: 30_000 as const,
      battery: null,
      isBatteryLow: null,
      rssi: null,
    };
    const more = { isRemoved: null, isAway: false, hasFix: false };
    const rows = [0, DAY_MS, DAY_MS, DAY_MS, 5.5 * DAY_MS].map((gap): Row => ({ ...base, ...more, gap }));
    const p = { rows: [], owners: [], exemptDay: 99, order: [], batch: 1 };
    const all = place(rows.map((r, i) => (i === 1 ? { ...r, shots: 7 } : r)));
    const ledger = new WarningLedger(RULES);
    const early = factsOf(all.toSpliced(1, 1), p);
    ledger.update(early, new Set(early.map((f) => dayBeginning(f.at))));
    expect(ledger.events().filter((e) => e.kind === "idle")).toEqual([]);
    const late = factsOf(all, p);
    ledger.update(late, new Set(late.slice(1, 3).map((f) => dayBeginning(f.at))));
    expect(ledger.events().filter((e) => e.kind === "idle")).toMatchObject([{ change: "open" }]);
  });

  it("replays one or two days for a late reading, independent of the length of the history", () => {
    const p = { rows: [], owners: [], exemptDay: 99, order: [], batch: 1 };
    const quiet = {
      battery: 80 as const,
      isBatteryLow: false,
      rssi: -90 as const,
      isRemoved: false,
      isAway: false,
    };
    const rows = Array.from(
      { length: 400 },
      (): Row => ({
        gap: 6 * HOUR_MS,
        shots: 240,
        cycleMs: 30_000,
        hasFix: true,
        ...quiet,
      }),
    );
    const all = factsOf(place(rows), p);
    const late = all[200];
    if (late === undefined) throw new Error("there are 400");
    const ledger = new WarningLedger(RULES);
    const without = all.filter((r) => r !== late);
    ledger.update(without, new Set(without.map((r) => dayBeginning(r.at))));
    ledger.replayed = 0;
    ledger.update(all, new Set([dayBeginning(late.at)]));
    expect(ledger.replayed).toBeLessThanOrEqual(2);
  });
});
