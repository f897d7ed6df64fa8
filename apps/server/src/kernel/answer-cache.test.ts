import { expect, it } from "vitest";
import { AnswerCache, forgetAnswers } from "./answer-cache.ts";

it("forgets the answers of one tenant in all caches", async () => {
  const caches = [new AnswerCache<number>(), new AnswerCache<number>()];
  // A long computing time gives the answers a long lifetime.
  const entry = { value: 1, readAt: performance.now(), costMs: 10_000 };
  for (const cache of caches) for (const key of ["1/molds", "11/molds"]) cache.put(key, entry);
  forgetAnswers(1);
  for (const cache of caches) {
    expect(await cache.get("1/molds", 1, async () => 2)).toBe(2);
    expect(await cache.get("11/molds", 1, async () => 2)).toBe(1);
  }
});

it("does not keep an answer whose computation began before it was forgotten", async () => {
  const cache = new AnswerCache<number>();
  let finish = (_: number) => {};
  const before = cache.get("1/molds", 1, () => new Promise((resolve) => (finish = resolve)));
  forgetAnswers(1);
  const after = cache.get("1/molds", 1000, async () => 2);
  finish(1);
  expect(await Promise.all([before, after])).toEqual([1, 2]);
  expect(await cache.get("1/molds", 1000, async () => 3)).not.toBe(1);
});
