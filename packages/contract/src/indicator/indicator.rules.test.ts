import { expect, it } from "vitest";
import {
  addParts,
  cycleCompliance,
  cycleDeviation,
  estimatedShare,
  idleRate,
  moveRate,
  returnRate,
  setCountCompliance,
  utilizationRate,
  verdictOf,
} from "./indicator.rules.ts";
import { confirmingMs, staysOf } from "./stay.rules.ts";

it("divides sums, once", () => {
  expect(setCountCompliance({ counted: 90, planned: 100 })).toBe(90);
  expect(cycleCompliance({ within: 1, known: 3 })).toBe(33.33);
  expect(utilizationRate({ runSeconds: 5, availableSeconds: 10 })).toBe(50);
  expect(idleRate({ idleDays: 0, reportedDays: 7 })).toBe(0);
  expect(returnRate({ returns: 1, placedDays: 3000 })).toBe(1);
  expect(moveRate({ moves: 2, placedDays: 3000 })).toBe(2);
  expect(cycleDeviation({ cycleSeconds: 102, standardSeconds: 100 })).toBe(2);
  expect([cycleCompliance({}), cycleDeviation({})]).toEqual([null, null]);
  // Pooled: a small group that is bad does not weigh as much as a large one that is good.
  expect(cycleCompliance(addParts({ within: 0, known: 10 }, { within: 990, known: 990 }))).toBe(99);
  expect(estimatedShare("cycle", { estimated: 5, shots: 100 })).toBe(5);
  expect(estimatedShare("moves", {})).toBeUndefined();
});

it("judges a figure by its target, whichever way is better", () => {
  expect([95, 90, 80].map((v) => verdictOf("cycle", v, 95))).toEqual(["good", "attention", "bad"]);
  expect([10, 10.5, 20].map((v) => verdictOf("idle", v, 10))).toEqual(["good", "attention", "bad"]);
  expect(verdictOf("idle", null, 10)).toBeUndefined();
});

it("needs three fixes or an hour to believe in a new place", () => {
  const fences = [
    { orgId: "A", lng: 113, lat: 23, radiusM: 1000 },
    { orgId: "B", lng: 114, lat: 23, radiusM: 1000 },
  ];
  const fixes = (list: readonly (readonly [number, number])[]) =>
    list.map(([at, lng]) => ({ at, lng, lat: 23 }));
  const m = confirmingMs / 60;
  expect(
    staysOf(
      fixes([
        [0, 113],
        [m, 114],
        [2 * m, 113],
        [3 * m, 113],
      ]),
      fences,
    ),
  ).toMatchObject([{ orgId: "A", from: 0, to: null }]);
  expect(
    staysOf(
      fixes([
        [0, 113],
        [m, 114],
        [2 * m, 114],
        [3 * m, 114],
      ]),
      fences,
    ),
  ).toMatchObject([
    { orgId: "A", from: 0, to: 0 },
    { orgId: "B", from: m, to: null, fixes: 3 },
  ]);
  expect(
    staysOf(
      fixes([
        [0, 113],
        [m, 114],
        [m + confirmingMs, 114],
      ]),
      fences,
    ),
  ).toMatchObject([{ orgId: "A" }, { orgId: "B", from: m, fixes: 2 }]);
  expect(staysOf(fixes([[0, 120]]), fences)).toMatchObject([{ orgId: null, from: 0, to: null }]);
});
