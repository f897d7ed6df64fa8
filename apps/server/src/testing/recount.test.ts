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
