const dayMs = 86_400_000;

/** Days of a time zone, in plain loops over the hours. `day` is such as "2026-05-20". */
export interface Days {
  readonly dayOf: (ms: number) => string;
  /** First instant of a day. */
  readonly begin: (day: string) => number;
  /** The day `n` days after a day, or before it if `n` is negative. */
  readonly plus: (day: string, n: number) => string;
}

export function daysOf(zone: string): Days {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  const known = new Map<number, string>();
  const dayOf = (ms: number) => {
    // Zones differ from UTC by multiples of a quarter of an hour.
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
