import type { Random } from "../month/plan.ts";

export const pick = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)];

/** Prefers the first elements of a list. They were changed last, so that users go on with what they began. */
export const pickRecent = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[Math.floor(random() ** 3 * list.length)];
