import { defineEnum, type EnumName } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** The six operating indicators (design telemetry.md, Indicators). Each has its own screen, KP101 to KP106. */
export const indicator = defineEnum("indicator", {
  setCount: "setCount",
  cycle: "cycle",
  returns: "returns",
  utilization: "utilization",
  idle: "idle",
  moves: "moves",
});

export type IndicatorName = EnumName<typeof indicator>;

/** Groupings of the ranking. */
export const indicatorBy = defineEnum("indicatorBy", {
  plant: "plant",
  oem: "oem",
  maker: "maker",
  project: "project",
  mold: "mold",
});

/**
 * Sums from which a figure is computed. For a group, add the sums of its members first and divide once, never average
 * figures.
 */
export type Parts = Readonly<Record<string, number>>;

interface IndicatorRule {
  readonly menu: string;
  /** Required sums, in the order of display. */
  readonly parts: readonly string[];
  /** The sums that give the estimated share: part ÷ of. */
  readonly estimated?: { readonly part: string; readonly of: string };
  readonly better: "higher" | "lower";
  readonly unit: "%" | "rate";
  /** Computes the figure; null if the divisor is 0. */
  readonly target: string;
  /** The figure; null where there is nothing to divide by. */
  readonly figure: (p: Parts) => number | null;
}

const sum = (p: Parts, name: string) => p[name] ?? 0;

/** Divides; null if the divisor is 0. */
function share(a: number, b: number, times = 100): number | null {
  return b > 0 ? Math.round((a / b) * times * 100) / 100 : null;
}

/**
 * Set-count compliance, %: over orders due in the period, Σ min(made, planned) ÷ Σ planned, in shots. Surplus shots
 * are shown separately and never compensate another order. Source: design telemetry.md.
 */
export const setCountCompliance = (p: Parts) => share(sum(p, "counted"), sum(p, "planned"));

/** Cycle compliance, %: shots within the tolerance ÷ shots with a known cycle. Trial shots do not count. */
export const cycleCompliance = (p: Parts) => share(sum(p, "within"), sum(p, "known"));

/** Returns to the maker per 100 molds and 30 days: visits begun ÷ mold-days with a known place × 3,000. */
export const returnRate = (p: Parts) => share(sum(p, "returns"), sum(p, "placedDays"), 3000);

/** Mold utilization rate, %: run seconds ÷ available seconds. Maintenance and trials are excluded from both. */
export const utilizationRate = (p: Parts) => share(sum(p, "runSeconds"), sum(p, "availableSeconds"));

/** Mold idle rate, %: mold-days without a shot ÷ mold-days on which the mold's counter reported. Whole days only. */
export const idleRate = (p: Parts) => share(sum(p, "idleDays"), sum(p, "reportedDays"));

/** Changes of place per 100 molds and 30 days: changes ÷ mold-days with a known place × 3,000. */
export const moveRate = (p: Parts) => share(sum(p, "moves"), sum(p, "placedDays"), 3000);

/** Deviation of the shot-weighted mean cycle from the standard, %: Σ cycle·shots ÷ Σ standard·shots − 1. */
export function cycleDeviation(p: Parts): number | null {
  const standard = sum(p, "standardSeconds");
  return standard > 0 ? Math.round((sum(p, "cycleSeconds") / standard - 1) * 10_000) / 100 : null;
}

/** The rules of each indicator, without its presentation. */
export const indicatorRules: Readonly<Record<IndicatorName, IndicatorRule>> = {
  setCount: {
    menu: menus.setCountIndicator,
    parts: ["orders", "metOrders", "planned", "counted", "made", "over", "estimated"],
    estimated: { part: "estimated", of: "made" },
    better: "higher",
    unit: "%",
    target: "KPI_SET_COUNT",
    figure: setCountCompliance,
  },
  cycle: {
    menu: menus.cycleIndicator,
    parts: ["known", "within", "fast", "slow", "cycleSeconds", "standardSeconds", "shots", "estimated"],
    estimated: { part: "estimated", of: "shots" },
    better: "higher",
    unit: "%",
    target: "KPI_CYCLE",
    figure: cycleCompliance,
  },
  returns: {
    menu: menus.returnsIndicator,
    parts: ["returns", "visitDays", "openVisits", "placedDays"],
    better: "lower",
    unit: "rate",
    target: "KPI_RETURNS",
    figure: returnRate,
  },
  utilization: {
    menu: menus.utilizationIndicator,
    parts: ["runSeconds", "availableSeconds", "outSeconds", "shots", "estimated"],
    estimated: { part: "estimated", of: "shots" },
    better: "higher",
    unit: "%",
    target: "KPI_UTILIZATION",
    figure: utilizationRate,
  },
  idle: {
    menu: menus.idleIndicator,
    parts: ["idleDays", "reportedDays"],
    better: "lower",
    unit: "%",
    target: "KPI_IDLE",
    figure: idleRate,
  },
  moves: {
    menu: menus.movesIndicator,
    parts: ["moves", "placedDays"],
    better: "lower",
    unit: "rate",
    target: "KPI_MOVES",
    figure: moveRate,
  },
};

export const addParts = (a: Parts, b: Parts): Parts =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((k) => [k, sum(a, k) + sum(b, k)]),
  );

/** Returns the estimated share of a figure, %; undefined for indicators without estimates. */
export function estimatedShare(name: IndicatorName, p: Parts): number | null | undefined {
  const e = indicatorRules[name].estimated;
  return e && share(sum(p, e.part), sum(p, e.of));
}

export type Verdict = "good" | "attention" | "bad";

/** Compares a figure with its target: reached, narrowly missed (by at most a tenth of the target), or missed. */
export function verdictOf(name: IndicatorName, value: number | null, target: number): Verdict | undefined {
  if (value === null) return undefined;
  const higher = indicatorRules[name].better === "higher";
  if (higher ? value >= target : value <= target) return "good";
  return (higher ? value >= target * 0.9 : value <= target * 1.1) ? "attention" : "bad";
}

/** Returns the bucket for a number of days without a shot; undefined below a week. */
export const idleBuckets = [7, 30, 90, 180, 365] as const;
