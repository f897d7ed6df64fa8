import { expect, it } from "vitest";
import { knownParameters } from "../system/parameter.rules.ts";
import {
  addParts,
  cycleCompliance,
  cycleDeviation,
  estimatedShare,
  type IndicatorName,
  idleRate,
  indicator,
  indicatorBy,
  indicatorRules,
  intervalFigure,
  moveRate,
  returnRate,
  setCountCompliance,
  utilizationRate,
  verdictOf,
} from "./indicator.rules.ts";

const indicatorNames = Object.keys(indicator.values) as readonly IndicatorName[];

it("adds the sums first and divides once", () => {
  expect(setCountCompliance({ counted: 90, planned: 100 })).toBe(90);
  expect(cycleCompliance({ within: 1, known: 3 })).toBe(33.33);
  expect(utilizationRate({ runSeconds: 5, availableSeconds: 10 })).toBe(50);
  expect(idleRate({ idleDays: 0, reportedDays: 7 })).toBe(0);
  expect(returnRate({ returns: 1, placedDays: 3000 })).toBe(1);
  expect(moveRate({ moves: 2, placedDays: 3000 })).toBe(2);
  expect(cycleDeviation({ cycleSeconds: 102, standardSeconds: 100 })).toBe(2);
  expect([cycleCompliance({}), cycleDeviation({})]).toEqual([null, null]);
  // The figure of several groups is computed from their added sums. So a small bad group weighs less than a large good
  // group.
  expect(cycleCompliance(addParts({ within: 0, known: 10 }, { within: 990, known: 990 }))).toBe(99);
  // Rounds to the worse side, so that 89.996 % does not look like 90 %, nor 5.004 % like 5 %.
  expect(cycleCompliance({ within: 89_996, known: 100_000 })).toBe(89.99);
  expect(idleRate({ idleDays: 5004, reportedDays: 100_000 })).toBe(5.01);
  // 14.52 × 100 is 1451.999… in floating point.
  expect(
    [cycleCompliance, idleRate].map((f) =>
      f({ within: 363, known: 2500, idleDays: 363, reportedDays: 2500 }),
    ),
  ).toEqual([14.52, 14.52]);
  // In floating point, 0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1.
  const parts = [0.1, 0.2, 0.3].map((cycleSeconds): Readonly<Record<string, number>> => ({ cycleSeconds }));
  expect(parts.reduce(addParts)).toEqual(parts.toReversed().reduce(addParts));
  expect(estimatedShare("cycle", { estimated: 5, shots: 100 })).toBe(5);
  expect(estimatedShare("moves", {})).toBeUndefined();
});

it("compares the events of an interval with the events that the target allows in it", () => {
  // The rate counts moves per 100 molds and 30 days: two moves of 100 molds on one day are a rate of 60. A target of 8
  // allows 0.27 moves on that day.
  const day = { moves: 2, placedDays: 100 };
  expect(moveRate(day)).toBe(60);
  expect(intervalFigure("moves", { value: 60, parts: day }, 8)).toEqual({ value: 2, target: 0.27 });
  const month = { moves: 9, placedDays: 3000 };
  expect(intervalFigure("moves", { value: 9, parts: month }, 8)).toEqual({ value: 9, target: 8 });
  expect(intervalFigure("returns", { value: null, parts: {} }, 3)).toEqual({ value: null, target: null });
  expect(intervalFigure("cycle", { value: 97, parts: {} }, 95)).toEqual({ value: 97, target: 95 });
  for (const name of indicatorNames) {
    const { events, parts, unit } = indicatorRules[name];
    expect(unit === "rate").toBe(events !== undefined);
    if (events !== undefined) expect(parts).toEqual(expect.arrayContaining([events, "placedDays"]));
  }
});

it("has no value without a divisor, and returns its estimated share", () => {
  for (const name of indicatorNames) {
    const { figure, estimated, parts } = indicatorRules[name];
    expect(figure({})).toBeNull();
    expect(parts.length).toBeGreaterThan(1);
    if (!estimated) {
      expect(estimatedShare(name, { estimated: 1, made: 1, shots: 1 })).toBeUndefined();
      continue;
    }
    expect(parts).toEqual(expect.arrayContaining([estimated.part, estimated.of]));
    expect(estimatedShare(name, { [estimated.part]: 1, [estimated.of]: 4 })).toBe(25);
    expect(estimatedShare(name, {})).toBeNull();
  }
  expect(indicatorNames.filter((n) => indicatorRules[n].estimated)).toEqual([
    "setCount",
    "cycle",
    "utilization",
  ]);
});

it("computes every figure from its declared parts", () => {
  for (const name of indicatorNames) {
    const { figure, parts } = indicatorRules[name];
    const all = Object.fromEntries(parts.map((part, i) => [part, i + 2]));
    expect(figure(all), name).toBeGreaterThan(0);
    expect(new Set(parts).size).toBe(parts.length);
    for (const part of parts) expect(part).toMatch(/^[a-z][A-Za-z]+$/);
  }
});

it("has a screen, a target parameter and a direction for every figure", () => {
  const rules = indicatorNames.map((name) => indicatorRules[name]);
  expect(rules.map((r) => r.menu)).toEqual(["KP101", "KP102", "KP103", "KP104", "KP105", "KP106"]);
  const known = new Set<string>(knownParameters.map((p) => p.id));
  for (const { target } of rules) expect(known.has(target), target).toBe(true);
  expect(new Set(rules.map((r) => r.target)).size).toBe(rules.length);
  const higher = indicatorNames.filter((n) => indicatorRules[n].better === "higher");
  expect(higher).toEqual(["setCount", "cycle", "utilization"]);
  for (const { better } of rules) expect(["higher", "lower"]).toContain(better);
  expect(rules.map((r) => r.unit)).toEqual(["%", "%", "rate", "%", "%", "rate"]);
});

it("names every figure and grouping", () => {
  for (const def of [indicator, indicatorBy])
    for (const [name, value] of Object.entries(def.values)) expect(value).toBe(name);
  expect([indicator.name, indicatorBy.name]).toEqual(["indicator", "indicatorBy"]);
  expect(Object.keys(indicatorBy.values)).toEqual(["plant", "oem", "maker", "project", "mold"]);
});

it("compares a figure with its target in either direction", () => {
  expect([95, 90, 80].map((v) => verdictOf("cycle", v, 95))).toEqual(["good", "attention", "bad"]);
  expect([10, 10.5, 20].map((v) => verdictOf("idle", v, 10))).toEqual(["good", "attention", "bad"]);
  // A figure that misses its target by at most a tenth of the target counts as narrowly missed ("attention").
  expect([90, 89.99].map((v) => verdictOf("cycle", v, 100))).toEqual(["attention", "bad"]);
  expect([11, 11.01].map((v) => verdictOf("idle", v, 10))).toEqual(["attention", "bad"]);
  expect(verdictOf("idle", null, 10)).toBeUndefined();
});
