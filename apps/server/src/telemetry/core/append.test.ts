import { describe, expect, it } from "vitest";
import { append, openState } from "./append.ts";
import { DEFAULT_COUNTER_TYPE, HOUR_MS, MINUTE_MS } from "./timeline.ts";
import { changedSpan, windowFor } from "./window.ts";

const T = Date.UTC(2026, 0, 1, 10, 30);
const BINDING = {
  bindingId: 5,
  moldId: 7,
  boundAt: T - HOUR_MS,
  boundCount: null,
  unboundAt: null,
  unboundCount: null,
};
const FACTS = {
  type: DEFAULT_COUNTER_TYPE,
  reportIntervalMs: HOUR_MS,
  bindings: [BINDING],
  standards: new Map([
    [
      7,
      [
        { from: 0, cycleMs: 30_000, tolerance: { percent: 5 } },
        { from: T + HOUR_MS, cycleMs: 20_000, tolerance: { percent: 5 } },
      ],
    ],
  ]),
  released: new Set<string>(),
};
const PARTS = {
  lastRaw: { at: T, count: 100 },
  lastAccepted: { at: T, count: 100 },
  shotAt: T,
  lastShots: 4,
};

describe("append", () => {
  it("adds a reading to its hour and advances the state", () => {
    const result = append(openState(FACTS, PARTS), { at: T + 10 * MINUTE_MS, count: 120 });
    if (typeof result === "string") throw new Error(result);
    expect(result.shots).toBe(20);
    expect(result.hours).toMatchObject([{ moldId: 7, hour: T - 30 * MINUTE_MS, shots: 20, within: 20 }]);
    expect(result.state).toMatchObject({
      rawAt: T + 10 * MINUTE_MS,
      count: 120,
      shotAt: T + 10 * MINUTE_MS,
      lastShots: 20,
    });
  });

  it.each([
    ["as many shots as a machine can make", MINUTE_MS, 220],
    ["no shot", MINUTE_MS, 100],
  ])("takes %s", (_, ms, count) => {
    expect(append(openState(FACTS, PARTS), { at: T + ms, count })).toMatchObject({ shots: count - 100 });
  });

  it("accepts the maximum count", () => {
    const type = { maxCount: 120, minMsPerShot: 500 };
    const state = openState({ ...FACTS, type }, PARTS);
    expect(append(state, { at: T + MINUTE_MS, count: 120 })).toMatchObject({ shots: 20 });
    expect(append(state, { at: T + MINUTE_MS, count: 121 })).toBe("range");
  });

  it.each([
    ["duplicate", 0, 100],
    ["late", 0, 101],
    ["late", -1, 99],
    ["backwards", MINUTE_MS, 99],
    ["rate", MINUTE_MS, 221],
    ["range", MINUTE_MS, 2 ** 32],
    ["standard", HOUR_MS, 101],
  ])("declines: %s", (reason, ms, count) => {
    expect(append(openState(FACTS, PARTS), { at: T + ms, count })).toBe(reason);
  });

  it("declines readings after the next bind or unbind, and all readings before a typed count", () => {
    const later = { at: T + MINUTE_MS, count: 101 };
    const planned = { ...FACTS, bindings: [{ ...BINDING, unboundAt: T + MINUTE_MS }] };
    expect(append(openState(planned, PARTS), later)).toMatchObject({ shots: 1 });
    expect(append(openState(planned, PARTS), { at: T + MINUTE_MS + 1, count: 101 })).toBe("boundary");
    const typed = { ...FACTS, bindings: [{ ...BINDING, unboundAt: T + HOUR_MS, unboundCount: 140 }] };
    expect(append(openState(typed, PARTS), later)).toBe("boundary");
  });
});

describe("the window to derive again", () => {
  it("covers the whole hours between the neighbouring accepted readings", () => {
    const previous = { at: T, count: 1 };
    const hour = T - 30 * MINUTE_MS;
    expect(windowFor(previous, { at: T + MINUTE_MS, count: 2 })).toEqual({
      fromHour: hour,
      toHour: hour + HOUR_MS,
    });
    // A shot counted exactly on a full hour belongs to the hour that ends then. So the window of changed hours ends at
    // this full hour.
    const onTheHour = { at: hour + 2 * HOUR_MS, count: 2 };
    expect(windowFor(previous, onTheHour)).toEqual({ fromHour: hour, toHour: hour + 2 * HOUR_MS });
    expect(windowFor(null, null)).toEqual({
      fromHour: Number.NEGATIVE_INFINITY,
      toHour: Number.POSITIVE_INFINITY,
    });
  });

  it("is short if an old binding is closed, and long if it is moved", () => {
    const closed = { ...BINDING, unboundAt: T };
    const open = Number.POSITIVE_INFINITY;
    expect(changedSpan([BINDING], [BINDING])).toBeNull();
    expect(changedSpan([BINDING], [closed])).toEqual({ firstAt: T, lastAt: open });
    expect(changedSpan([closed], [{ ...closed, unboundCount: 3 }])).toEqual({ firstAt: T, lastAt: T });
    expect(changedSpan([closed], [{ ...closed, boundAt: T - 9 }])).toEqual({
      firstAt: T - HOUR_MS,
      lastAt: T - 9,
    });
    expect(changedSpan([closed], [{ ...closed, moldId: 8 }])).toEqual({ firstAt: T - HOUR_MS, lastAt: T });
    expect(changedSpan([], [closed])).toEqual({ firstAt: T - HOUR_MS, lastAt: T });
    expect(changedSpan([closed], [])).toEqual({ firstAt: T - HOUR_MS, lastAt: T });
  });
});
