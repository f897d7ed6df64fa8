import { describe, expect, it } from "vitest";
import { addFigures, addToHours, emptyHour, type HourFigures, sameFigures } from "./hour-figures.ts";
import {
  type Binding,
  compareReadings,
  DAY_MS,
  dayBeginning,
  HOUR_MS,
  hourBeginning,
  hourEnding,
  MINUTE_MS,
  readingKey,
} from "./timeline.ts";
import { multiplyDivide } from "./whole-division.ts";
import { changedSpan, isInWindow, windowFor } from "./window.ts";

const names = Object.keys(emptyHour(0, 0)) as (keyof HourFigures)[];
const hour = (first: number): HourFigures =>
  Object.fromEntries(names.map((name, i) => [name, first + i])) as unknown as HourFigures;

describe("hour figures", () => {
  it("can be added; the shortest and longest cycle ignore hours without a known cycle", () => {
    const [a, b] = [hour(100), hour(200)];
    const sum = { ...a };
    addFigures(sum, b);
    for (const name of names.filter((n) => !/moldId|hour|cycleM(in|ax)/.test(n)))
      expect(sum[name], name).toBe(a[name] + b[name]);
    expect([sum.cycleMin, sum.cycleMax]).toEqual([a.cycleMin, b.cycleMax]);
    const reverse = { ...b };
    addFigures(reverse, a);
    expect([reverse.cycleMin, reverse.cycleMax]).toEqual([a.cycleMin, b.cycleMax]);
    const unknown = emptyHour(1, 2);
    addFigures(unknown, a);
    expect(unknown.cycleMin).toBe(a.cycleMin);
    const known = { ...a };
    addFigures(known, { ...emptyHour(1, 2), shots: 5, cycleMin: 1, cycleMax: 999 });
    expect(known).toEqual({ ...a, shots: a.shots + 5 });
  });

  it("are grouped by mold and hour without changing the added figures", () => {
    const hours = new Map<string, HourFigures>();
    const part = { ...emptyHour(1, 0), shots: 3 };
    for (const p of [part, part, { ...part, moldId: 2 }, { ...part, hour: HOUR_MS }]) addToHours(hours, p);
    expect([...hours.values()].map((h) => [h.moldId, h.hour, h.shots])).toEqual([
      [1, 0, 6],
      [2, 0, 3],
      [1, HOUR_MS, 3],
    ]);
    expect(part.shots).toBe(3);
  });

  it("are equal if no figure differs", () => {
    expect(sameFigures(hour(1), hour(1))).toBe(true);
    for (const name of names) expect(sameFigures(hour(1), { ...hour(1), [name]: 99 }), name).toBe(false);
  });
});

describe("whole division", () => {
  it("is exact beyond 2^53", () => {
    expect(multiplyDivide(7, 5, 4)).toEqual({ whole: 8, rest: 3 });
    expect(multiplyDivide(0, 5, 4)).toEqual({ whole: 0, rest: 0 });
    expect(multiplyDivide(4_000_000_007, 3_600_001, 7)).toEqual({ whole: 2_057_143_432_171_429, rest: 4 });
    expect(multiplyDivide(Number.MAX_SAFE_INTEGER, 1, 2)).toEqual({ whole: 4_503_599_627_370_495, rest: 1 });
    expect(multiplyDivide(94_906_267, 94_906_267, 10)).toEqual({ whole: 900_719_951_587_528, rest: 9 });
  });
});

describe("moments", () => {
  it("belong to an hour and a day; a shot on the full hour belongs to the hour before", () => {
    expect([MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([60_000, 3_600_000, 86_400_000]);
    expect([0, 1, HOUR_MS - 1, HOUR_MS].map((at) => hourBeginning(at) / HOUR_MS)).toEqual([0, 0, 0, 1]);
    expect([1, HOUR_MS, HOUR_MS + 1].map((at) => hourEnding(at) / HOUR_MS)).toEqual([0, 0, 1]);
    expect([DAY_MS - 1, DAY_MS].map((at) => dayBeginning(at) / DAY_MS)).toEqual([0, 1]);
  });

  it("order readings by time, then by count", () => {
    const readings = [
      { at: 2, count: 1 },
      { at: 1, count: 9 },
      { at: 1, count: 3 },
    ];
    expect([...readings].sort(compareReadings).map(readingKey)).toEqual(["1:3", "1:9", "2:1"]);
  });
});

describe("the window to derive again", () => {
  const at = (hours: number) => ({ at: hours * HOUR_MS, count: 0 });

  it("reaches from the hour of the previous reading to the hour after the next reading", () => {
    expect(windowFor(at(2.5), at(5.5))).toEqual({ fromHour: 2 * HOUR_MS, toHour: 6 * HOUR_MS });
    expect(windowFor(at(2), at(5))).toEqual({ fromHour: 2 * HOUR_MS, toHour: 5 * HOUR_MS });
    expect(windowFor(null, null)).toEqual({
      fromHour: Number.NEGATIVE_INFINITY,
      toHour: Number.POSITIVE_INFINITY,
    });
    const window = windowFor(at(2), at(5));
    expect([1, 2, 4, 5].map((h) => isInWindow(window, h * HOUR_MS))).toEqual([false, true, true, false]);
  });

  const binding = (bindingId: number, more: Partial<Binding> = {}): Binding => ({
    bindingId,
    moldId: 1,
    boundAt: 10,
    boundCount: 5,
    unboundAt: 20,
    unboundCount: 9,
    ...more,
  });
  const span = (before: Binding[], after: Binding[]) => {
    const found = changedSpan(before, after);
    return found && [found.firstAt, found.lastAt];
  };

  it("spans the times at which bindings differ", () => {
    const one = binding(1);
    expect(span([one], [binding(1)])).toBeNull();
    expect(span([], [])).toBeNull();
    expect(span([], [one])).toEqual([10, 20]);
    expect(span([one], [])).toEqual([10, 20]);
    expect(span([one], [binding(1, { boundAt: 8 })])).toEqual([8, 10]);
    expect(span([one], [binding(1, { boundCount: 6 })])).toEqual([10, 10]);
    expect(span([one], [binding(1, { unboundAt: 25 })])).toEqual([20, 25]);
    expect(span([one], [binding(1, { unboundCount: null })])).toEqual([20, 20]);
    expect(span([binding(1, { unboundAt: null })], [one])).toEqual([20, Number.POSITIVE_INFINITY]);
    expect(span([one], [binding(1, { moldId: 2 })])).toEqual([10, 20]);
    expect(span([one], [binding(1, { moldId: 2, boundAt: 5, unboundAt: 30 })])).toEqual([5, 30]);
    expect(span([one, binding(2)], [one, binding(3, { boundAt: 40, unboundAt: null })])).toEqual([
      10,
      Number.POSITIVE_INFINITY,
    ]);
  });
});
