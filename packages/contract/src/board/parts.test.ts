import { expect, it } from "vitest";
import { ageBucketOf, ageBuckets } from "./parts.ts";

// spec: admin 9.31
it("counts molds by age in half years, from one year to three and more", () => {
  expect(ageBuckets).toEqual([1, 1.5, 2, 2.5, 3]);
  const bin = (years: number) => ageBuckets[ageBucketOf(years)];
  expect([0, 0.9, 1.2, 1.3, 1.8, 2.3, 2.6, 3, 12].map(bin)).toEqual([1, 1, 1, 1.5, 2, 2.5, 2.5, 3, 3]);
});
