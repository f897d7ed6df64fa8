import { defineEnum, type EnumName } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** The six operating indicators (design telemetry.md, Indicators), each a screen of its own: KP101 to KP106. */
export const indicator = defineEnum("indicator", {
  setCount: "setCount",
  cycle: "cycle",
  returns: "returns",
  utilization: "utilization",
  idle: "idle",
  moves: "moves",
});

export type IndicatorName = EnumName<typeof indicator>;

/** What an indicator is ranked by. */
export const indicatorBy = defineEnum("indicatorBy", {
  plant: "plant",
  oem: "oem",
  maker: "maker",
  project: "project",
  mold: "mold",
});

/** Sums of which a figure is made. Groups are pooled: their sums added, then divided once; never a mean of means. */
export type Parts = Readonly<Record<string, number>>;

interface IndicatorRule {
  readonly menu: string;
  /** The sums it needs, in the order in which they are shown. */
  readonly parts: readonly string[];
  /** Of which the whole is `of`, so much is estimated. */
  readonly estimated?: { readonly part: string; readonly of: string };
  readonly better: "higher" | "lower";
  readonly unit: "%" | "rate";
  /** The system parameter with its target. */
  readonly target: string;
  /** The figure; null where there is nothing to divide by. */
  readonly figure: (p: Parts) => number | null;
}

const sum = (p: Parts, name: string) => p[name] ?? 0;

/** a ÷ b, where there is a b. */
function share(a: number, b: number, times = 100): number | null {
  return b > 0 ? Math.round((a / b) * times * 100) / 100 : null;
}

/**
 * Set-count compliance, %. Of orders due in the period: Σ min(made, planned) ÷ Σ planned, in shots. What was made too
 * much stands apart and never makes up for an order that fell short. Source: design telemetry.md.
 */
export const setCountCompliance = (p: Parts) => share(sum(p, "counted"), sum(p, "planned"));

/** Cycle compliance, %: shots within the tolerance ÷ shots with a known cycle. Trial shots visit out. */
export const cycleCompliance = (p: Parts) => share(sum(p, "within"), sum(p, "known"));

/** Returns to the maker a hundred molds and thirty days: visits begun ÷ mold-days with a known place × 3,000. */
export const returnRate = (p: Parts) => share(sum(p, "returns"), sum(p, "placedDays"), 3000);

/** Mold utilization rate, %: run seconds ÷ available seconds; maintenance and trials are taken out of both. */
export const utilizationRate = (p: Parts) => share(sum(p, "runSeconds"), sum(p, "availableSeconds"));

/** Mold idle rate, %: mold-days without a shot ÷ mold-days on which the mold's counter reported. Whole days only. */
export const idleRate = (p: Parts) => share(sum(p, "idleDays"), sum(p, "reportedDays"));

/** Changes of place a hundred molds and thirty days: changes ÷ mold-days with a known place × 3,000. */
export const moveRate = (p: Parts) => share(sum(p, "moves"), sum(p, "placedDays"), 3000);

/** Deviation of the shot-weighted mean cycle from the standard, %: Σ cycle·shots ÷ Σ standard·shots − 1. */
export function cycleDeviation(p: Parts): number | null {
  const standard = sum(p, "standardSeconds");
  return standard > 0 ? Math.round((sum(p, "cycleSeconds") / standard - 1) * 10_000) / 100 : null;
}

/** Everything about an indicator that is no picture of it. */
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

/** How much of a figure is estimated, %; undefined where it is no matter of estimates. */
export function estimatedShare(name: IndicatorName, p: Parts): number | null | undefined {
  const e = indicatorRules[name].estimated;
  return e && share(sum(p, e.part), sum(p, e.of));
}

export type Verdict = "good" | "attention" | "bad";

/** A figure beside its target: reached, missed by little (a tenth of the target), missed. */
export function verdictOf(name: IndicatorName, value: number | null, target: number): Verdict | undefined {
  if (value === null) return undefined;
  const higher = indicatorRules[name].better === "higher";
  if (higher ? value >= target : value <= target) return "good";
  return (higher ? value >= target * 0.9 : value <= target * 1.1) ? "attention" : "bad";
}

/** Days without a shot → the bucket it falls into; undefined: less than a week. */
export const idleBuckets = [7, 30, 90, 180, 365] as const;
