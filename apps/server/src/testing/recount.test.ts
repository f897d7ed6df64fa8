import { expect, it } from "vitest";
import { recount } from "./recount.ts";

const minute = 60_000;
const binding = { mold: 1, counter: 1, from: 0, to: null, fromCount: null, toCount: null, everyMs: minute };
const readingAt = (n: number, count: number) => ({
  at: n * minute,
  count,
  quarantined: false,
  removed: null,
  lng: null,
  lat: null,
});

it.each([
  { name: "rise", counts: [1000, 1020, 1040], shots: 40 },
  { name: "restart at 0", counts: [1000, 1020, 30], shots: 50 },
  {
    name: "released reading with a count that is less than 1 % smaller",
    counts: [1000, 1020, 1015, 1025],
    shots: 30,
  },
])("recount adds the shots of a $name", ({ counts, shots }) => {
  const readings = new Map([[1, counts.map((c, i) => readingAt(i + 1, c))]]);
  const hours = recount({ readings, bindings: [binding], standards: new Map() });
  expect([...(hours.get(1)?.values() ?? [])].reduce((n, h) => n + h.shots, 0)).toBe(shots);
});

it("recount gives each shot its reported cycle, and the standard cycle to shots without one", () => {
  const readings = new Map([[1, [readingAt(1, 1000), { ...readingAt(2, 1003), cycles: [20_000, 23_000] }]]]);
  const standards = new Map([[1, [{ from: 0, cycleMs: 20_000, percent: 10 }]]]);
  const hours = recount({ readings, bindings: [binding], standards });
  expect(hours.get(1)?.get(0)).toMatchObject({
    shots: 3,
    runMs: 63_000,
    cycleMs: 43_000,
    known: 2,
    within: 1,
    slow: 1,
  });
});
