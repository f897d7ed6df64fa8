import type { Ctx } from "../../kernel/ctx.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";
import { isInScope, type OwnerFigures } from "./figure-rows.ts";
import { ownerFigures, type ReadOptions } from "./figures.ts";

export interface DayFigures {
  /** Age of the day: number of days before today. 0 is today, 1 is yesterday. */
  readonly age: number;
  /** Date in the tenant's zone, like "2026-05-01". */
  readonly day: string;
  /** Beginning of the day in the tenant's zone, epoch ms. */
  readonly from: number;
  /** End of the day in the tenant's zone, epoch ms. */
  readonly to: number;
  readonly figures: readonly OwnerFigures[];
  /** False: the figures are not known yet, and `figures` is empty. */
  readonly isKnown: boolean;
}

/**
 * Number of latest days whose figures are read hour by hour: today and yesterday, so that both can be compared up to
 * the same time of day.
 */
export const daysByHour = 2;

/** Returns the figures of one day in the tenant's zone. Only molds in the caller's scope count. */
export async function dayOfAge(ctx: Ctx, age: number, r?: ReadOptions): Promise<DayFigures> {
  const { zone } = ctx.who;
  const [from, to] = [startOfDay(zone, ctx.now, -age), startOfDay(zone, ctx.now, 1 - age)];
  const all = await ownerFigures(ctx, { from, to: age === 0 ? null : to, byHour: age < daysByHour, age }, r);
  const figures = all?.filter((f) => isInScope(ctx, f)) ?? [];
  return { age, day: dayText(zone, from), from, to, figures, isKnown: all !== undefined };
}

/**
 * Returns the figures of the latest `count` days in the tenant's zone, newest first. Only molds in the caller's scope
 * count.
 *
 * @param waitMs longest time to wait for all days, ms. Days that are not known by then are empty (`isKnown`).
 * Undefined: waits as long as it takes
 */
export async function latestDays(ctx: Ctx, count: number, waitMs?: number): Promise<DayFigures[]> {
  const days: DayFigures[] = [];
  const began = performance.now();
  // Reads the days one after the other, so that a large tenant's first request does not use every database connection.
  for (let age = 0; age < count; age++)
    days.push(
      await dayOfAge(ctx, age, waitMs === undefined ? {} : { waitMs: waitMs - (performance.now() - began) }),
    );
  return days;
}

export function sumOf(
  figures: readonly OwnerFigures[],
  name: "shots" | "runMs" | "cycles" | "within",
): number {
  let sum = 0;
  for (const f of figures) sum += f[name];
  return sum;
}

/**
 * Returns the cycle compliance, %: shots within the cycle tolerance ÷ shots with a known cycle time. The shots of all
 * molds are added up before the division.
 */
export function complianceOf(figures: readonly OwnerFigures[]): number | null {
  const cycles = sumOf(figures, "cycles");
  return cycles === 0 ? null : percent(sumOf(figures, "within") / cycles);
}

/**
 * Converts a share (0 to 1) into a percentage with one decimal. Rounds down, so that no value below a threshold is
 * shown as having reached it. The small summand evens out the error of binary fractions, such as 0.57 * 1000.
 */
export const percent = (share: number) => Math.floor(share * 1000 + 1e-9) / 10;
