import type { Ctx } from "../../kernel/ctx.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";
import { mayCount, type Slice, slicesOf } from "./figures.ts";

export interface DayFigures {
  /** Days ago: 0 is today. */
  readonly age: number;
  /** "2026-05-01" */
  readonly day: string;
  /** Beginning and end of the day in the tenant's zone, ms. */
  readonly from: number;
  readonly to: number;
  readonly slices: readonly Slice[];
}

/** Days that are kept by the hour: today, and yesterday to compare with. */
const daysByHour = 2;

/** The latest days up to today, newest first, in the tenant's zone, of the molds that the asker may see. */
export async function latestDays(ctx: Ctx, count: number): Promise<DayFigures[]> {
  const { zone } = ctx.who;
  const days: DayFigures[] = [];
  let to = startOfDay(zone, ctx.now, 1);
  for (let age = 0; age < count; age++) {
    const from = startOfDay(zone, ctx.now, -age);
    // One after the other: the first look of a large tenant must not take every connection.
    const all = await slicesOf(ctx, { from, to: age === 0 ? null : to, byHour: age < daysByHour, age });
    days.push({ age, day: dayText(zone, from), from, to, slices: all.filter((s) => mayCount(ctx, s)) });
    to = from;
  }
  return days;
}

type Figure = "shots" | "runMs" | "cycles" | "within";

export function sumOf(slices: readonly Slice[], figure: Figure): number {
  let sum = 0;
  for (const s of slices) sum += s[figure];
  return sum;
}

/** Pooled: shots within the tolerance ÷ shots with a known cycle, in percent. */
export function complianceOf(slices: readonly Slice[]): number | null {
  const cycles = sumOf(slices, "cycles");
  return cycles === 0 ? null : percent(sumOf(slices, "within") / cycles);
}

export const percent = (share: number) => Math.round(share * 1000) / 10;
