import type { Random } from "../month/plan.ts";

export const pick = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)];

/**
 * Picks a random element, but prefers the first ones. Lists begin with the rows that changed last, so users continue
 * with the documents that they began.
 */
export const pickRecent = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[Math.floor(random() ** 3 * list.length)];
