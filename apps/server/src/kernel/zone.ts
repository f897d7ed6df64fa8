import type { Day } from "@shotkeeper/contract/kernel";

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let f = formatters.get(zone);
  if (!f) {
    f = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(zone, f);
  }
  return f;
}

/** Returns the local date and time of a zone at an instant (epoch ms). */
function shownAt(zone: string, ms: number) {
  const part: Record<string, number> = {};
  for (const p of formatterOf(zone).formatToParts(ms)) part[p.type] = Number(p.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return { year, month, day, hour, minute, second };
}

/** Returns the calendar day of an instant in a zone. */
export function dayIn(zone: string, ms: number): Day {
  const { year, month, day } = shownAt(zone, ms);
  return { year, month, day };
}

/** Returns a zone's offset from UTC at an instant, ms. */
function offsetAt(zone: string, ms: number): number {
  const { year, month, day, hour, minute, second } = shownAt(zone, ms);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** Returns the instant of a local date and time, which is given as if it were UTC. */
function instantOf(zone: string, local: number): number {
  // Computes the offset twice. Around a clock change, the first guess may use the offset of the wrong side, which the
  // second computation corrects.
  const guess = local - offsetAt(zone, local);
  return local - offsetAt(zone, guess);
}

/** Returns the instant at which a calendar day begins. A month or day out of range rolls over. */
const startOf = (zone: string, d: Day): number => instantOf(zone, Date.UTC(d.year, d.month - 1, d.day));

/** Returns the beginning of the day that contains an instant, or of the day `days` later. */
export function startOfDay(zone: string, ms: number, days = 0): number {
  const d = dayIn(zone, ms);
  return startOf(zone, { ...d, day: d.day + days });
}

/**
 * Returns the instant at which a clock of the zone shows `minutes` after midnight, on the day that contains an instant
 * or `days` days later. A time that is skipped when the clock is put forward is moved by the length of the gap.
 */
export function timeOfDay(zone: string, ms: number, minutes: number, days = 0): number {
  const d = dayIn(zone, ms);
  return instantOf(zone, Date.UTC(d.year, d.month - 1, d.day + days, 0, minutes));
}

/** Returns the day of an instant as text: "2026-05-01". */
export function dayText(zone: string, ms: number): string {
  const { year, month, day } = dayIn(zone, ms);
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
