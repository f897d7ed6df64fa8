import { decimalsOf } from "./decimals.ts";
import { formatTime, isBlank } from "./format.ts";
import type { CellType } from "./types.ts";

/**
 * How the selected cells (the source) fill the cells to which the user drags the fill handle. "copy": repeats the
 * values of the source. "series": continues them, for example 1, 2 by 3, 4.
 */
export type FillMode = "copy" | "series";

const DAY_MS = 86_400_000;

/**
 * Returns the values that continue the source cells of one column.
 * @param count number of cells to fill
 * @param isBackward true if the filled cells are above the source. The first returned value is then for the cell
 * directly above the source, and the next values are for the cells above that cell
 */
export function fillValues(
  source: readonly unknown[],
  count: number,
  type: CellType,
  mode: FillMode,
  isBackward: boolean,
): unknown[] {
  const from = isBackward ? source.toReversed() : source;
  const next = mode === "series" ? seriesOf(from, type) : undefined;
  return Array.from({ length: count }, (_, at) => (next ? next(at + 1) : from[at % from.length]));
}

/**
 * Returns a function that gives the value `n` steps after the last source cell. Returns undefined if the cells form no
 * series.
 */
function seriesOf(source: readonly unknown[], type: CellType): ((n: number) => unknown) | undefined {
  if (source.length === 0 || source.some(isBlank)) return undefined;
  if (type === "number") return numberSeries(source.map(Number));
  if (type === "date") return daySeries(source.map(String));
  if (type === "time") return timeSeries(source);
  return type === "text" ? textSeries(source.map(String)) : undefined;
}

/** Returns the difference between neighbouring numbers. Returns undefined if the difference is not always the same. */
function stepOf(numbers: readonly number[]): number | undefined {
  if (!numbers.every(Number.isFinite)) return undefined;
  const [first = 0, second = 0] = numbers;
  const rounded = roundingFor(numbers);
  const step = rounded(second - first);
  const isEven = numbers.every((n, at) => at === 0 || rounded(n - (numbers[at - 1] ?? 0)) === step);
  return isEven ? step : undefined;
}

/**
 * Returns a function that removes the floating-point error of a sum or difference of the numbers. It rounds to as many
 * decimals as the numbers have. So it changes no digit of long numbers, such as codes of 13 digits.
 */
function roundingFor(numbers: readonly number[]): (n: number) => number {
  const decimals = Math.min(100, Math.max(0, ...numbers.map(decimalsOf)));
  return (n) => Number(n.toFixed(decimals));
}

function numberSeries(numbers: readonly number[]): ((n: number) => number) | undefined {
  // Returns no series for a single number. The caller then repeats the number, as spreadsheets do.
  if (numbers.length < 2) return undefined;
  const step = stepOf(numbers);
  if (step === undefined) return undefined;
  const last = numbers.at(-1) ?? 0;
  const rounded = roundingFor(numbers);
  return (n) => rounded(last + step * n);
}

const dayMs = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Continues dates by a constant number of months if all have the same day of the month, otherwise by days. */
function daySeries(days: readonly string[]): ((n: number) => string | undefined) | undefined {
  const at = days.map(dayMs);
  const last = days.at(-1) ?? "";
  const months = days.map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1);
  const monthStep = stepOf(months);
  const isMonthly = days.length > 1 && monthStep !== undefined && monthStep !== 0;
  if (isMonthly && days.every((day) => day.slice(8, 10) === last.slice(8, 10))) {
    return (n) => monthDay((months.at(-1) ?? 0) + monthStep * n, Number(last.slice(8, 10)));
  }
  const step = days.length === 1 && Number.isFinite(at[0]) ? DAY_MS : stepOf(at);
  return step === undefined ? undefined : (n) => dayOf((at.at(-1) ?? 0) + step * n);
}

/** Returns the date of a day in a month. If the month is too short, returns its last day. */
function monthDay(month: number, day: number): string {
  const length = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(Math.floor(month / 12), month % 12, Math.min(day, length)));
}

function timeSeries(times: readonly unknown[]): ((n: number) => string) | undefined {
  const at = times.map((time) => Date.parse(`${formatTime(time).replace(" ", "T")}Z`));
  const step = times.length === 1 ? DAY_MS : stepOf(at);
  const last = at.at(-1) ?? 0;
  if (step === undefined || !Number.isFinite(last)) return undefined;
  return (n) => new Date(last + step * n).toISOString().slice(0, 19).replace("T", " ");
}

/** Continues texts that end with a number and keeps leading zeros. Example: M-008, M-009 continues with M-010. */
function textSeries(texts: readonly string[]): ((n: number) => string) | undefined {
  const parts = texts.map((text) => /^(.*?)(\d{1,15})$/s.exec(text));
  const last = parts.at(-1);
  if (!last || parts.some((part) => part?.[1] !== last[1])) return undefined;
  const numbers = parts.map((part) => Number(part?.[2]));
  const step = numbers.length === 1 ? 1 : stepOf(numbers);
  if (step === undefined) return undefined;
  const [, head = "", digits = ""] = last;
  return (n) => {
    // Numbers below 0 become 0: after the text, the sign of a negative number would look like a dash.
    const value = Math.max(0, Number(digits) + step * n);
    return `${head}${String(value).padStart(digits.length, "0")}`;
  };
}
