import { instantOf, wallTime, zoneName, zoneOffset } from "@shotkeeper/datagrid/core";
import { type LocaleCode, languageTags } from "@shotkeeper/locales";
import dayjs, { type Dayjs } from "dayjs";
import utc from "dayjs/plugin/utc";
import { serverNow } from "./clock.ts";

// All days, weeks, months and times of day on the pages are in the tenant's time zone (`setZone`). A Dayjs object is
// used only as a wall clock: it is in UTC mode, and its fields are the local time of the tenant's zone. Therefore
// calculations depend neither on the browser's zone nor on clock changes.
dayjs.extend(utc);

/** Returns the time that clocks in the tenant's zone show at an instant (ISO 8601 or epoch ms). Default: now. */
export function wallClock(at: string | number = serverNow()): Dayjs {
  return dayjs.utc(wallTime(typeof at === "number" ? at : Date.parse(at)));
}

/** Returns the beginning of a day 'YYYY-MM-DD' as a wall clock. Returns undefined for any other text. */
export function wallDay(text: string | null | undefined): Dayjs | undefined {
  const day = text && /^\d{4}-\d\d-\d\d$/.test(text) ? dayjs.utc(text) : undefined;
  return day?.isValid() ? day : undefined;
}

/** Returns the instant, in ISO 8601, at which clocks in the tenant's zone show the time `wall`. */
export const instant = (wall: Dayjs): string =>
  new Date(instantOf(wall.format("YYYY-MM-DD HH:mm:ss.SSS"))).toISOString();

/** Returns the first and last instant of the days from `first` to `last`. */
export const daysBetween = (first: Dayjs, last: Dayjs): readonly [from: string, to: string] => [
  instant(first.startOf("day")),
  new Date(instantOf(last.startOf("day").add(1, "day").format("YYYY-MM-DD")) - 1).toISOString(),
];

/** Returns the name of the tenant's time zone in the language `code`, for example "China Standard Time". */
export function zoneTitle(code: LocaleCode): string {
  const timeZone = zoneName();
  if (timeZone === "UTC") return timeZone;
  const parts = new Intl.DateTimeFormat(languageTags[code], {
    timeZone,
    timeZoneName: "longGeneric",
  }).formatToParts(0);
  return parts.find((p) => p.type === "timeZoneName")?.value ?? timeZone;
}

/**
 * Returns the position of an instant (ISO 8601 or epoch ms) on the time axis of a chart. Charts draw time axes in UTC.
 * So the position is the time that clocks of the tenant's zone show, read as UTC.
 */
export function chartTime(at: string | number): number {
  const ms = typeof at === "number" ? at : Date.parse(at);
  return ms + zoneOffset(ms);
}
