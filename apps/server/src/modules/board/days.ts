import type { Ctx } from "../../kernel/ctx.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";
import { isInScope, type OwnerFigures, ownerFigures } from "./figures.ts";

export interface DayFigures {
  /** Days ago: 0 is today. */
  readonly age: number;
  /** "2026-05-01" */
  readonly day: string;
  /** Beginning and end of the day in the tenant's zone, epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly figures: readonly OwnerFigures[];
}

/** Today and yesterday are read by the hour, so that they can be compared at the same time of day. */
const daysByHour = 2;

/** Returns the latest `count` days in the tenant's zone, newest first, of the molds in the caller's scope. */
export async function latestDays(ctx: Ctx, count: number): Promise<DayFigures[]> {
  const { zone } = ctx.who;
  const days: DayFigures[] = [];
  let to = startOfDay(zone, ctx.now, 1);
  for (let age = 0; age < count; age++) {
    const from = startOfDay(zone, ctx.now, -age);
    // One after the other: the first read of a large tenant must not take every connection.
    const all = await ownerFigures(ctx, { from, to: age === 0 ? null : to, byHour: age < daysByHour, age });
    days.push({ age, day: dayText(zone, from), from, to, figures: all.filter((f) => isInScope(ctx, f)) });
    to = from;
  }
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

/** Cycle compliance, %: shots within the tolerance ÷ shots with a known cycle, pooled over all molds. */
export function complianceOf(figures: readonly OwnerFigures[]): number | null {
  const cycles = sumOf(figures, "cycles");
  return cycles === 0 ? null : percent(sumOf(figures, "within") / cycles);
}

/** A share as a percentage with one decimal. */
export const percent = (share: number) => Math.round(share * 1000) / 10;
