/** Date formats of document numbers. The index + 1 is the date type of spec admin §9 (1 to 13). */
export const dateTypes = [
  "YYYYMMDD",
  "YYMMDD",
  "YYYYMM",
  "YYMM",
  "YMD",
  "YMMDD",
  "YYMDD",
  "YMDD",
  "YYWW",
  "YYWWD",
  "YY",
  "YYYY",
  "YYM",
] as const;
export type DateType = (typeof dateTypes)[number];

/**
 * Digits of all alphabets below. An alphabet is chosen by its base number: 0 decimal, 1 hexadecimal, 2 base 32, 3 base
 * 34.
 */
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const serialAlphabets: readonly string[] = [
  digits.slice(0, 10),
  digits.slice(0, 16),
  // Leaves out letters that people misread on labels as digits or other letters: base 32 leaves out I, L, O and U, base
  // 34 only I and O.
  digits.replace(/[ILOU]/g, ""),
  digits.replace(/[IO]/g, ""),
];

export interface DocumentRule {
  readonly prefix: string;
  readonly useDate: boolean;
  /** Date type, 1 to 13: the position in `dateTypes`, counted from 1. */
  readonly dateType: number;
  /** Base of the serial, 0 to 3: an index of `serialAlphabets`. */
  readonly serialBase: number;
  /** Number of digits of the serial, 1 to 12. */
  readonly serialDigits: number;
  /** Text between the date and the serial. */
  readonly joiner: string;
}

/** A calendar day. Callers pass the day in the tenant's time zone. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Writes a month or day as one character: 1–9, then A for 10 … V for 31. */
function single(n: number): string {
  return digits[n] ?? "?";
}

/**
 * Returns the ISO 8601 week and weekday (Monday 1 … Sunday 7). `year` is the year to which the week belongs, not the
 * year of the day.
 */
export function isoWeek(d: Day): { year: number; week: number; weekday: number } {
  const date = new Date(Date.UTC(d.year, d.month - 1, d.day));
  const weekday = date.getUTCDay() === 0 ? 7 : date.getUTCDay();
  // Moves the date to the Thursday of its week. By ISO 8601, a week belongs to the year of its Thursday.
  date.setUTCDate(date.getUTCDate() + 4 - weekday);
  const year = date.getUTCFullYear();
  const week = Math.ceil(((date.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7);
  return { year, week, weekday };
}

/** Returns the date part of a document number for a date type, 1 to 13. */
export function datePart(type: number, d: Day): string {
  const name = dateTypes[type - 1];
  const yyyy = String(d.year).padStart(4, "0");
  const yy = yyyy.slice(2);
  const y = yyyy.slice(3);
  const mm = String(d.month).padStart(2, "0");
  const dd = String(d.day).padStart(2, "0");
  const m = single(d.month);
  const w = isoWeek(d);
  const ww = String(w.week).padStart(2, "0");
  const wy = String(w.year).slice(2);
  switch (name) {
    case "YYYYMMDD":
      return yyyy + mm + dd;
    case "YYMMDD":
      return yy + mm + dd;
    case "YYYYMM":
      return yyyy + mm;
    case "YYMM":
      return yy + mm;
    case "YMD":
      return y + m + single(d.day);
    case "YMMDD":
      return y + mm + dd;
    case "YYMDD":
      return yy + m + dd;
    case "YMDD":
      return y + m + dd;
    case "YYWW":
      return wy + ww;
    case "YYWWD":
      return wy + ww + w.weekday;
    case "YY":
      return yy;
    case "YYYY":
      return yyyy;
    case "YYM":
      return yy + m;
    default:
      return "";
  }
}

/**
 * Returns a number written with the digits of the chosen base, padded to `width` digits. Returns undefined if the
 * number needs more digits.
 */
export function serialPart(n: number, base: number, width: number): string | undefined {
  const alphabet = serialAlphabets[base] ?? digits.slice(0, 10);
  let rest = n;
  let out = "";
  do {
    out = (alphabet[rest % alphabet.length] ?? "0") + out;
    rest = Math.floor(rest / alphabet.length);
  } while (rest > 0);
  return out.length > width ? undefined : out.padStart(width, alphabet[0]);
}

/**
 * Returns the key of the period in which the serial numbers of a rule are counted. The serial restarts at 1 when this
 * key changes.
 */
export function serialPeriod(rule: DocumentRule, d: Day): string {
  return rule.prefix + (rule.useDate ? datePart(rule.dateType, d) : "");
}

/** Returns the n-th document number of its period. Returns undefined if the serial has too few digits for n. */
export function documentNumber(rule: DocumentRule, d: Day, n: number): string | undefined {
  const serial = serialPart(n, rule.serialBase, rule.serialDigits);
  return serial === undefined ? undefined : serialPeriod(rule, d) + rule.joiner + serial;
}
