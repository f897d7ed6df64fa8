import { type Day, type DocumentRule, documentNumber } from "@shotkeeper/contract/kernel";
import { wallClock } from "@shotkeeper/ui/time";

export const today = (now = wallClock()): Day => ({
  year: now.year(),
  month: now.month() + 1,
  day: now.date(),
});

type Part = Readonly<Partial<Record<keyof DocumentRule, unknown>>>;

/** Converts the values of the form to a numbering rule. Values that the user has not entered yet get defaults. */
function ruleOf(r: Part): DocumentRule {
  const text = (x: unknown) => (typeof x === "string" ? x : "");
  const number = (x: unknown, fallback: number) => (typeof x === "number" ? x : fallback);
  return {
    prefix: text(r.prefix),
    useDate: r.useDate === true,
    dateType: number(r.dateType, 1),
    serialBase: number(r.serialBase, 0),
    serialDigits: Math.min(12, Math.max(1, number(r.serialDigits, 1))),
    joiner: text(r.joiner),
  };
}

/**
 * Returns the document numbers that the rule gives on a day for some serial numbers. "…" replaces a number with more
 * digits than the rule allows.
 */
export function samples(r: Part, day: Day, serials: readonly number[]): string[] {
  const rule = ruleOf(r);
  return serials.map((n) => documentNumber(rule, day, n) ?? "…");
}
