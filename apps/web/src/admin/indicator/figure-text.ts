import { type IndicatorName, indicatorRules } from "@shotkeeper/contract/indicator";
import { type Formats, missing } from "@shotkeeper/ui/app";

/** A figure as it is read: a share as percent, a rate with two digits. */
export function figureText(name: IndicatorName, value: number | null, f: Formats): string {
  if (value === null) return missing;
  return indicatorRules[name].unit === "%" ? f.percent(value) : f.decimal(value, 2);
}

/** The change against the period before, with its sign. */
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

/** Did it become better? undefined: it stayed as it was. */
export function isBetter(
  name: IndicatorName,
  now: number | null,
  before: number | null,
): boolean | undefined {
  if (now === null || before === null || now === before) return undefined;
  return now > before === (indicatorRules[name].better === "higher");
}
