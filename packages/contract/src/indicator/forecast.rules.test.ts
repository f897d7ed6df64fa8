import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cycleChange,
  cycleDrift,
  forecastBattery,
  forecastHistoryDays,
  forecastUse,
  forecastWidth,
} from "./forecast.rules.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 4, 20);
const same = (n: number, value: number) => Array.from({ length: n }, () => value);
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const variance = (values: readonly number[]) =>
  values.reduce((a, b) => a + (b - mean(values)) ** 2, 0) / (values.length - 1);

describe("when something is used up", () => {
  it("has no range if the use of every day is equal", () => {
    const at = now + 10 * day;
    expect(forecastUse(100, same(14, 10), now)).toEqual({ at, earliest: at, latest: at });
    expect(forecastUse(100, [...same(30, 999), ...same(forecastHistoryDays, 10)], now)?.at).toBe(at);
    expect(forecastUse(100, [999, ...same(forecastHistoryDays, 10)], now)?.at).toBe(at);
  });

  it("is the present time if nothing is left", () => {
    for (const left of [0, -5])
      expect(forecastUse(left, [], now)).toEqual({ at: now, earliest: now, latest: now });
  });

  it("is unknown with less than two weeks, without use, or beyond five years", () => {
    expect(forecastUse(100, same(13, 10), now)).toBeNull();
    expect(forecastUse(100, same(14, 0), now)).toBeNull();
    expect(forecastUse(100, same(14, -1), now)).toBeNull();
    expect(forecastUse(10 * 5 * 365, same(14, 10), now)?.at).toBe(now + 5 * 365 * day);
    expect(forecastUse(10 * 5 * 365 + 1, same(14, 10), now)).toBeNull();
  });

  it("is within the range of the days' and weeks' scatter", () => {
    let withEnd = 0;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 50, max: 150 }), { minLength: 14, maxLength: forecastHistoryDays }),
        fc.integer({ min: 1, max: 40_000 }),
        (daily, remaining) => {
          const found = forecastUse(remaining, daily, now);
          const weeks: number[] = [];
          for (let end = daily.length; end >= 7; end -= 7)
            weeks.push(daily.slice(end - 7, end).reduce((a, b) => a + b, 0));
          const v = forecastWidth ** 2 * Math.max(variance(daily), variance(weeks) / 7);
          const usual = remaining / mean(daily);
          if (!found) throw new Error("there is a forecast");
          const days = (at: number) => (at - now) / day;
          expect(days(found.at)).toBeCloseTo(usual, 4);
          // `earliest` and `latest` are the times T at which the remaining quantity differs from the expected use (mean
          // × T) by `forecastWidth` standard deviations of the use in T days.
          const isEnd = (T: number) => {
            const scatter = Math.sqrt(v * (T + T ** 2 / daily.length));
            expect(Math.abs(Math.abs(remaining - mean(daily) * T) - scatter)).toBeLessThan(remaining * 1e-3);
          };
          expect(days(found.earliest)).toBeLessThanOrEqual(usual + 1e-6);
          isEnd(days(found.earliest));
          if (found.latest === null) return;
          withEnd++;
          expect(days(found.latest)).toBeGreaterThanOrEqual(usual - 1e-6);
          isEnd(days(found.latest));
        },
      ),
    );
    expect(withEnd).toBeGreaterThan(20);
  });

  it("has no latest day if the slowest use is zero, or lasts beyond five years", () => {
    const blocks = [...same(7, 0), ...same(7, 100)];
    expect(forecastUse(1000, blocks, now)).toMatchObject({ at: now + 20 * day, latest: null });
    const found = forecastUse(
      1_500,
      same(40, 0).map((_, i) => (i % 2 ? 0.5 : 1.5)),
      now,
    );
    expect(found?.at).toBe(now + 1_500 * day);
    expect(found?.latest).not.toBeNull();
    expect(
      forecastUse(
        1_800,
        same(40, 0).map((_, i) => (i % 2 ? 0.5 : 1.5)),
        now,
      )?.latest,
    ).toBeNull();
  });
});

describe("when a battery is empty", () => {
  const charges = (levels: readonly number[], gap = 1) =>
    levels.map((level, i) => ({ level, at: now - (levels.length - 1 - i) * gap * day }));
  const falling = (from: number, n: number, step = 1) => Array.from({ length: n }, (_, i) => from - i * step);
  const days = (at: number | null | undefined) => ((at ?? Number.NaN) - now) / day;

  it("follows the regression line through the charges", () => {
    const found = forecastBattery(charges(falling(60, 21)), now);
    expect(days(found?.at)).toBeCloseTo(40, 6);
    // The charge falls by 1 % a day. `error` is half the width of the range of this slope, in % a day: 1.75 standard
    // deviations (`chargeWidth`). The deviation combines two parts: the standard error of the slope, for charges that
    // scatter by 0.5 %, and 8 % of the slope, because charge does not fall linearly. `sxx` is the sum of the squared
    // distances of the 21 days from their mean.
    const sxx = 770;
    const error = 1.75 * Math.hypot(0.5 / Math.sqrt(sxx), 0.08);
    expect(days(found?.earliest)).toBeCloseTo(40 / (1 + error), 6);
    expect(days(found?.latest)).toBeCloseTo(40 / (1 - error), 6);
  });

  it("is less certain the faster the charge falls", () => {
    const found = forecastBattery(charges(falling(60, 21, 2)), now);
    const error = 1.75 * Math.hypot(0.5 / Math.sqrt(770), 0.16);
    expect(days(found?.earliest)).toBeCloseTo(20 / (2 + error), 6);
  });

  it("is less certain the more the charges scatter", () => {
    const levels = falling(60, 21).map((l, i) => l + (i % 2 ? 3 : -3));
    const found = forecastBattery(charges(levels), now);
    const x = levels.map((_, i) => i - 20);
    const [mx, my] = [mean(x), mean(levels)];
    const sxx = x.reduce((a, v) => a + (v - mx) ** 2, 0);
    const slope = levels.reduce((a, l, i) => a + ((x[i] ?? 0) - mx) * (l - my), 0) / sxx;
    const level = my - slope * mx;
    const rest = levels.reduce((a, l, i) => a + (l - level - slope * (x[i] ?? 0)) ** 2, 0);
    const error = 1.75 * Math.hypot(Math.sqrt(rest / 19) / Math.sqrt(sxx), 0.08 * slope);
    expect(days(found?.at)).toBeCloseTo(level / -slope, 6);
    expect(days(found?.earliest)).toBeCloseTo(level / (-slope + error), 6);
    expect(days(found?.latest)).toBeCloseTo(level / (-slope - error), 6);
  });

  it("starts at the last new battery", () => {
    const found = forecastBattery(charges([...falling(30, 30), ...falling(60, 21)]), now);
    expect(days(found?.at)).toBeCloseTo(40, 6);
    const jump = (by: number) => forecastBattery(charges([...falling(40, 20), ...falling(21 + by, 11)]), now);
    // A charge that rises by 15 % or more means that the battery was replaced; the forecast then uses only later
    // charges. A smaller rise is ignored.
    expect(days(jump(15)?.at)).toBeCloseTo(26, 6);
    expect(days(jump(14)?.at)).not.toBeCloseTo(25, 1);
  });

  it("is unknown with less than ten days, or if the charge does not fall", () => {
    expect(forecastBattery([], now)).toBeNull();
    expect(forecastBattery(charges(falling(60, 10)), now)).toBeNull();
    expect(forecastBattery(charges(falling(60, 11)), now)).not.toBeNull();
    expect(forecastBattery(charges(same(21, 60)), now)).toBeNull();
    expect(forecastBattery(charges(falling(60, 21, -0.5)), now)).toBeNull();
    // The charge must fall by at least one percent in all. With a smaller fall there is no forecast.
    expect(forecastBattery(charges(falling(10, 21, 0.05)), now)).not.toBeNull();
    expect(forecastBattery(charges(falling(10, 21, 0.049)), now)).toBeNull();
  });

  it("is never in the past, and never beyond five years", () => {
    const late = now + 200 * day;
    expect(forecastBattery(charges(falling(60, 21)), late)).toEqual({
      at: late,
      earliest: late,
      latest: late,
    });
    // A charge that falls by 0.05 % a day loses 91.25 % in five years, the longest forecast. So a charge of 91 % gets a
    // forecast, and a charge of 91.5 % gets none.
    const slow = (last: number) => forecastBattery(charges(falling(last + 1, 21, 0.05)), now);
    expect(days(slow(91)?.at)).toBeCloseTo(1820, 3);
    expect(slow(91)?.latest).toBeNull();
    expect(slow(91.5)).toBeNull();
  });

  it("has no latest day if the slope may be zero", () => {
    const levels = falling(60, 21, 0.2).map((l, i) => l + (i % 2 ? 5 : -5));
    expect(forecastBattery(charges(levels), now)).toMatchObject({ latest: null });
  });
});

describe("drift of a cycle", () => {
  const days = (n: number, seconds: number, known = 100) =>
    same(n, 0).map(() => ({ known, seconds: known * seconds }));

  it("compares the last week with the median of the days before that week", () => {
    const past = [...days(5, 29), ...days(6, 30), ...days(5, 31)];
    expect(cycleDrift([...past, ...days(7, 33)])).toEqual({
      usual: 30,
      recent: 33,
      percent: 10,
      isReal: false,
    });
    expect(cycleDrift([...past, ...days(7, 35)])).toEqual({
      usual: 30,
      recent: 35,
      percent: 16.67,
      isReal: true,
    });
    expect(cycleDrift([...past, ...days(7, 25)])).toMatchObject({ percent: -16.67, isReal: true });
    const odd = [...days(5, 30), ...days(1, 30.4), ...days(5, 31)];
    expect(cycleDrift([...odd, ...days(7, 30)])).toMatchObject({ usual: 30.4 });
    const even = [...days(6, 30), ...days(6, 31)];
    expect(cycleDrift([...even, ...days(7, 30.5)])).toMatchObject({ usual: 30.5, percent: 0, isReal: false });
  });

  it("weights the last week by shots, and ignores days with few", () => {
    const week = [...days(6, 30, 10), ...days(1, 40, 140)];
    expect(cycleDrift([...days(10, 30), ...week])).toMatchObject({ recent: 37 });
    expect(cycleDrift([...days(10, 30), ...days(30, 90, 49), ...days(7, 30)])).toMatchObject({ usual: 30 });
    expect(cycleDrift([...days(10, 30), ...days(30, 90, 50), ...days(7, 30)])).toMatchObject({ usual: 90 });
  });

  it("is significant from one percent", () => {
    expect(cycleDrift([...days(10, 100), ...days(7, 101)])).toMatchObject({ percent: 1, isReal: true });
    expect(cycleDrift([...days(10, 100), ...days(7, 100.9)])).toMatchObject({ percent: 0.9, isReal: false });
    expect(cycleDrift([...days(10, 100), ...days(7, 99)])).toMatchObject({ percent: -1, isReal: true });
  });

  it("is unknown with fewer than ten days and a hundred shots", () => {
    expect(cycleDrift([...days(9, 30), ...days(7, 30)])).toBeNull();
    expect(cycleDrift([...days(10, 30), ...days(7, 30, 14)])).toBeNull();
    expect(cycleDrift([...days(10, 30), ...days(7, 30, 15)])).not.toBeNull();
    expect(cycleDrift([...days(10, 30), ...days(5, 30, 20), ...days(2, 30, 0)])).not.toBeNull();
    expect(cycleDrift([])).toBeNull();
  });

  it("began on the day that splits the days into the two most different parts", () => {
    expect(cycleChange([...days(20, 30), ...days(9, 33)])).toEqual({ day: 20, before: 30, after: 33 });
    expect(cycleChange([...days(3, 30), ...days(1, 30.2), ...days(20, 27), ...days(1, 27.4)])).toEqual({
      day: 4,
      before: 30.05,
      after: 27.02,
    });
    // A day with few shots is ignored, and the means are weighted by shots.
    const few = [...days(5, 30), ...days(1, 90, 49), ...days(5, 34, 100), ...days(1, 35, 300)];
    expect(cycleChange(few)).toEqual({ day: 6, before: 30, after: 34.38 });
    for (const none of [[], days(1, 30), days(30, 30), [...days(9, 30), ...days(9, 40, 49)]])
      expect(cycleChange(none)).toBeNull();
  });
});
