const dayMs = 86_400_000;

/**
 * Calendar days of a time zone, as texts such as "2026-05-20". This module shares no code with the server's time zones
 * (kernel/zone.ts).
 */
export interface Days {
  readonly dayOf: (ms: number) => string;
  /** Returns the first instant of a day, epoch ms. */
  readonly begin: (day: string) => number;
  /** Returns the day `n` days after a day, or before the day if `n` is negative. */
  readonly plus: (day: string, n: number) => string;
}

export function daysOf(zone: string): Days {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  const known = new Map<number, string>();
  const dayOf = (ms: number) => {
    // Zones differ from UTC by multiples of a quarter of an hour. So all instants of such a quarter of an hour belong
    // to the same day.
    const quarter = Math.floor(ms / 900_000);
    let day = known.get(quarter);
    if (day === undefined) {
      day = format.format(quarter * 900_000);
      known.set(quarter, day);
    }
    return day;
  };
  const begin = (day: string) => {
    let at = Date.parse(`${day}T00:00:00Z`) - dayMs;
    while (dayOf(at) < day) at += 900_000;
    return at;
  };
  const plus = (day: string, n: number) =>
    new Date(Date.parse(`${day}T12:00:00Z`) + n * dayMs).toISOString().slice(0, 10);
  return { dayOf, begin, plus };
}
