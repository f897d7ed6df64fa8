import { expect, it } from "vitest";
import { CounterCache } from "./counter-cache.ts";
import type { KnownCounter } from "./known-counter.ts";

const counter = (counterId: number) => ({ counterId }) as KnownCounter;

it("never has more entries than its limit, and drops only a piece of them", () => {
  const [limit, fleet, pieces] = [6_400, 20_000, 64];
  const cache = new CounterCache(limit);
  for (let id = 1; id <= fleet; id++) {
    cache.makeRoom(1);
    cache.set(1, counter(id));
    expect(cache.size).toBeLessThanOrEqual(limit);
    if (id > limit) expect(cache.size).toBeGreaterThanOrEqual(limit - Math.ceil(fleet / pieces));
    expect(cache.get(1, id)?.counterId).toBe(id);
  }
  cache.makeRoom(10_000);
  expect(cache.size).toBe(0);
});

it("tells tenants apart, and counts an entry once", () => {
  const cache = new CounterCache(10);
  for (const tenantId of [1, 2, 2]) cache.set(tenantId, counter(7));
  expect(cache.size).toBe(2);
  cache.delete(1, 7);
  cache.delete(1, 7);
  expect(cache.size).toBe(1);
  expect(cache.get(1, 7)).toBeUndefined();
  expect(cache.get(2, 7)?.counterId).toBe(7);
});

it("finds two fifths of a fleet in rotation that is half as large again", () => {
  const cache = new CounterCache(6_400);
  let found = 0;
  const [fleet, rounds] = [9_600, 12];
  for (let round = 0; round < rounds; round++)
    for (let id = 1; id <= fleet; id++) {
      if (cache.get(1, id)) {
        if (round >= 4) found++;
        continue;
      }
      cache.makeRoom(1);
      cache.set(1, counter(id));
    }
  const share = found / (fleet * (rounds - 4));
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.55);
});
