import { type IndicatorName, indicatorRules } from "@shotkeeper/contract/indicator";
import { type Formats, missing } from "@shotkeeper/ui/app";

/** Rounds up. The small number evens out the error of binary fractions, such as 1.1 * 10. */
const roundUp = (value: number, digits: number) => Math.ceil(value * 10 ** digits - 1e-6) / 10 ** digits;

/**
 * Formats a value of an indicator: a share as a percentage, other values as a decimal number. A value that should be
 * high is rounded down, so that none below its target is shown as having reached it. A value that should be low is
 * rounded up, so that none above its limit is shown as within it.
 */
export function figureText(name: IndicatorName, value: number | null, f: Formats): string {
  if (value === null) return missing;
  const { unit, better } = indicatorRules[name];
  const digits = decimalsOf(name);
  if (better === "higher") return f.progress(value, digits);
  const shown = roundUp(value, digits);
  return unit === "%" ? f.percent(shown, digits) : f.decimal(shown, digits);
}

const decimalsOf = (name: IndicatorName): number => (indicatorRules[name].unit === "%" ? 1 : 2);

/** Returns the change from the previous period, rounded as it is shown. So a change shown as 0.0 has no sign. */
function shownChange(name: IndicatorName, now: number, before: number): number {
  const factor = 10 ** decimalsOf(name);
  return Math.round((now - before) * factor) / factor;
}

/** Formats the change from the previous period's value, with its sign. Returns undefined if a value is missing. */
export function changeText(
  name: IndicatorName,
  now: number | null,
  before: number | null,
  f: Formats,
): string | undefined {
  if (now === null || before === null) return undefined;
  const change = shownChange(name, now, before);
  const text = f.decimal(Math.abs(change), decimalsOf(name));
  return `${change > 0 ? "+" : change < 0 ? "−" : "±"}${text}`;
}

/** Returns whether the value improved since the previous period, or undefined if it is unchanged or unknown. */
export function isBetter(
  name: IndicatorName,
  now: number | null,
  before: number | null,
): boolean | undefined {
  if (now === null || before === null) return undefined;
  const change = shownChange(name, now, before);
  if (change === 0) return undefined;
  return change > 0 === (indicatorRules[name].better === "higher");
}
