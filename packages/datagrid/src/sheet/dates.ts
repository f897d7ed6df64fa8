import { wallTime } from "../core/zone.ts";
import type { Converted } from "./numbers.ts";
import type { Conversion, DateOrder } from "./types.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthNames = [
  ..."january february march april may june july august september october november december".split(" "),
];

const weekday =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+|[(]?(?:星期|周|週)[一二三四五六日天][)]?/i;
const zonePattern = /\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)$/i;
const halfDay = "上午|下午|凌晨|早上|晚上|am|pm";
const clock = "(\\d{1,2})[:时時点點](\\d{1,2})(?:[:分](\\d{1,2})(?:[.,](\\d+))?)?[分秒]?";
const timePattern = new RegExp(
  `(?:^|[T\\s日])\\s*(${halfDay})?\\s*${clock}\\s*(am|pm|a\\.m\\.|p\\.m\\.)?$`,
  "i",
);

interface Day {
  readonly day: string;
  readonly notes: readonly Conversion[];
}

const two = (part: string | number): string => String(part).padStart(2, "0");

/** Returns 'YYYY-MM-DD', or undefined if the day does not exist. */
function realDay(year: string, month: string | number, day: string): string | undefined {
  const at = new Date(`${year}-${two(month)}-${two(day)}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(day)
    ? undefined
    : `${year}-${two(month)}-${two(day)}`;
}

function monthOf(word: string): number {
  const lower = word.toLowerCase().replace(/\.$/, "");
  const full = monthNames.indexOf(lower);
  if (full >= 0) return full + 1;
  return lower === "sept" ? 9 : months.indexOf(lower) + 1;
}

/**
 * Matches a date with day, month and year as numbers. The text may leave open whether the day or the month is first.
 */
const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;

function parseDay(
  text: string,
  order: DateOrder | undefined,
): Day | { readonly fault: "date" | "dateStyle" | "year" } {
  const found = (day: string | undefined, notes: readonly Conversion[] = []) =>
    day === undefined ? ({ fault: "date" } as const) : { day, notes };
  let m =
    /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日?|(\d\d)(\d\d))$/.exec(
      text,
    );
  if (m) return found(realDay(m[1] ?? "", m[3] ?? m[5] ?? m[7] ?? "", m[4] ?? m[6] ?? m[8] ?? ""));
  m = numeric.exec(text);
  if (m) {
    const [first = "", second = "", year = ""] = [m[1], m[3], m[4]];
    if (order === undefined && Number(first) > 12) return found(realDay(year, second, first), ["dayFirst"]);
    if (order === undefined && Number(second) > 12)
      return found(realDay(year, first, second), ["monthFirst"]);
    if (order === undefined) return { fault: "dateStyle" };
    const day = order === "day" ? realDay(year, second, first) : realDay(year, first, second);
    return day === undefined
      ? { fault: "dateStyle" }
      : { day, notes: [order === "day" ? "dayFirst" : "monthFirst"] };
  }
  m = /^(\d{1,2})(?:st|nd|rd|th)?[-\s/]*([a-z]{3,9}\.?)[-,\s/]+(\d{2}|\d{4})$/i.exec(text);
  const named = m
    ? [m[1], m[2], m[3]]
    : /^([a-z]{3,9}\.?)\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{2}|\d{4})$/i.exec(text)?.slice(1);
  if (named) {
    const [day = "", word = "", year = ""] = m ? named : [named[1], named[0], named[2]];
    const month = monthOf(word);
    if (month === 0) return { fault: "date" };
    return year.length === 2 ? { fault: "year" } : found(realDay(year, month, day));
  }
  return { fault: /^\d{1,2}([-/.])\d{1,2}\1\d{2}$/.test(text) ? "year" : "date" };
}

/**
 * Returns the hour of the 24-hour clock. `half` is the word for the half of the day, such as "pm". If `half` is
 * undefined, `hour` is already of the 24-hour clock. Returns undefined for an invalid hour. The word 晚上 (evening) is
 * valid from 5 to 11 only: after midnight it leaves open which day is meant.
 */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  if (half === "晚上" && (hour < 5 || hour > 11)) return undefined;
  return /^(?:p|下午|晚上)/i.test(half) ? (hour % 12) + 12 : hour % 12;
}

/**
 * Parses a text with a date, and perhaps a time of day, to 'YYYY-MM-DD[ HH:mm:ss]'. The result also lists the
 * conversions that the user must see. For example, "zone" means that a time with a time zone was converted to the zone
 * of the page.
 * @param order order of day and month. Undefined: a date that fits both orders is a fault.
 */
export function parseMoment(source: string, order: DateOrder | undefined): Converted<string> {
  let text = source.normalize("NFKC").trim();
  const time = timePattern.exec(text.replace(zonePattern, ""));
  const zone = time ? zonePattern.exec(text)?.[1] : undefined;
  if (time) text = text.replace(zonePattern, "").slice(0, time.index + (time[0].startsWith("日") ? 1 : 0));
  const parsed = parseDay(text.replace(weekday, "").trim(), order);
  if ("fault" in parsed) return parsed;
  const notes: Conversion[] = [...parsed.notes];
  if (!time) {
    if (notes.length === 0 && parsed.day !== source.trim()) notes.push("date");
    return { value: parsed.day, notes };
  }
  const half = time[1] ?? time[6];
  const hour = hourOf(Number(time[2]), half);
  const [minute, second] = [Number(time[3]), Number(time[4] ?? 0)];
  if (hour === undefined || minute > 59 || second > 59) return { fault: "time" };
  if (half !== undefined) notes.push("halfDay");
  if (Number(time[5] ?? 0) > 0) notes.push("seconds");
  let value = `${parsed.day} ${two(hour)}:${two(minute)}:${two(second)}`;
  if (zone !== undefined) {
    const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?(..)$/, "$1:$2") : "Z";
    const at = Date.parse(`${value.replace(" ", "T")}${offset}`);
    if (Number.isNaN(at)) return { fault: "time" };
    value = wallTime(at);
    notes.push("zone");
  }
  if (notes.length === 0 && value !== source.trim()) notes.push("date");
  return { value, notes };
}

/**
 * Returns which comes first in a date text: the day or the month. "open": both are possible. Undefined: the text is not
 * a date that consists of day, month and year as numbers.
 */
export function provenOrder(source: string): DateOrder | "open" | undefined {
  const m = numeric.exec(source.normalize("NFKC").trim().split(/\s/)[0] ?? "");
  if (!m) return undefined;
  const [first, second] = [Number(m[1]), Number(m[3])];
  if (first > 12 && second > 12) return undefined;
  return first > 12 ? "day" : second > 12 ? "month" : "open";
}
