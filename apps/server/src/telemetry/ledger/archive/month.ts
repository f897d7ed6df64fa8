import { dayIn, startOfDay } from "../../../kernel/zone.ts";

/** A month of a tenant, by the calendar of the tenant's time zone. */
export interface Month {
  /** YYYY-MM. */
  readonly name: string;
  readonly from: number;
  readonly until: number;
}

/** Returns the month that contains an instant in a time zone, or the month that is `plus` months later. */
export function monthAt(zone: string, at: number, plus = 0): Month {
  const { year, month } = dayIn(zone, at);
  const begin = (m: number) => {
    // Noon in UTC has the same date in all zones that differ from UTC by less than 12 hours. For other zones, the days
    // before and after are tried too.
    const noon = Date.UTC(year, m - 1, 1, 12);
    for (const shift of [0, -1, 1]) {
      const start = startOfDay(zone, noon, shift);
      const day = dayIn(zone, start);
      if (day.day === 1 && day.month - 1 === (((m - 1) % 12) + 12) % 12) return start;
    }
    throw new Error(`month ${m} of ${year} has no beginning in ${zone}`);
  };
  const from = begin(month + plus);
  const { year: y, month: m } = dayIn(zone, from);
  return { name: `${y}-${String(m).padStart(2, "0")}`, from, until: begin(month + plus + 1) };
}
