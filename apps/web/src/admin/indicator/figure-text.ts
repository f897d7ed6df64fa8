import { type IndicatorName, indicatorRules } from "@shotkeeper/contract/indicator";
import { type Formats, missing } from "@shotkeeper/ui/app";

/** Formats a value of an indicator: a share as a percentage, other values as a decimal number. */
export function figureText(name: IndicatorName, value: number | null, f: Formats): string {
  if (value === null) return missing;
  return indicatorRules[name].unit === "%" ? f.percent(value) : f.decimal(value, 2);
}

/** Formats the change from the previous period's value, with its sign. Returns undefined if a value is missing. */
export function changeText(
  name: IndicatorName,
  now: number | null,
  before: number | null,
  f: Formats,
): string | undefined {
  if (now === null || before === null) return undefined;
  const change = Math.round((now - before) * 100) / 100;
  const text = f.decimal(Math.abs(change), indicatorRules[name].unit === "%" ? 1 : 2);
  return `${change > 0 ? "+" : change < 0 ? "−" : "±"}${text}`;
}

/** Returns whether the value improved since the previous period, or undefined if it is unchanged or unknown. */
export function isBetter(
  name: IndicatorName,
  now: number | null,
  before: number | null,
): boolean | undefined {
  if (now === null || before === null || now === before) return undefined;
  return now > before === (indicatorRules[name].better === "higher");
}
