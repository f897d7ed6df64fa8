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

/** What clocks and calendars of a zone show at an instant. */
function shownAt(zone: string, ms: number) {
  const part: Record<string, number> = {};
  for (const p of formatterOf(zone).formatToParts(ms)) part[p.type] = Number(p.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return { year, month, day, hour, minute, second };
}

/** The calendar day of an instant in a time zone. */
export function dayIn(zone: string, ms: number): Day {
  const { year, month, day } = shownAt(zone, ms);
  return { year, month, day };
}

/** What the clocks of a zone are ahead of UTC at an instant, ms. */
function offsetAt(zone: string, ms: number): number {
  const { year, month, day, hour, minute, second } = shownAt(zone, ms);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** The instant at which a calendar day begins; a month or day out of range counts on into the next one. */
function startOf(zone: string, d: Day): number {
  const local = Date.UTC(d.year, d.month - 1, d.day);
  // Twice, because the offset at the first guess may be that of the other side of a change of clocks.
  const guess = local - offsetAt(zone, local);
  return local - offsetAt(zone, guess);
}

/** Beginning of the day in which an instant falls, or of one so many days later. */
export function startOfDay(zone: string, ms: number, days = 0): number {
  const d = dayIn(zone, ms);
  return startOf(zone, { ...d, day: d.day + days });
}

/** "2026-05-01" of an instant. */
export function dayText(zone: string, ms: number): string {
  const { year, month, day } = dayIn(zone, ms);
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
