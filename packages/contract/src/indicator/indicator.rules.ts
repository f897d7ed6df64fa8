import { defineEnum, type EnumName } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** The six operating indicators. Each has its own screen, KP101 to KP106. */
export const indicator = defineEnum("indicator", {
  setCount: "setCount",
  cycle: "cycle",
  returns: "returns",
  utilization: "utilization",
  idle: "idle",
  moves: "moves",
});

export type IndicatorName = EnumName<typeof indicator>;

/** Dimensions by which the ranking on an indicator's screen groups the molds. */
export const indicatorBy = defineEnum("indicatorBy", {
  plant: "plant",
  oem: "oem",
  maker: "maker",
  project: "project",
  mold: "mold",
});

/**
 * Sums from which an indicator's figure is computed, by name. For several groups, add the groups' sums and divide once;
 * never average figures.
 */
export type Parts = Readonly<Record<string, number>>;

interface IndicatorRule {
  readonly menu: string;
  /** Names of the sums that the indicator needs, in the order in which screens show them. */
  readonly parts: readonly string[];
  /** The two sums that tell which share of the figure is estimated: `part` ÷ `of`. */
  readonly estimated?: { readonly part: string; readonly of: string };
  readonly better: "higher" | "lower";
  readonly unit: "%" | "rate";
  /** Only for rates: name of the sum that counts the events, such as returns. */
  readonly events?: "returns" | "moves";
  /** Id of the system parameter that holds the indicator's target. */
  readonly target: string;
  /** Computes the indicator's figure from its sums. Returns null if the divisor is 0. */
  readonly figure: (p: Parts) => number | null;
}

const sum = (p: Parts, name: string) => p[name] ?? 0;

/**
 * Returns a ÷ b × times with two decimals. It is rounded to the worse side (a value that should be high down, a value
 * that should be low up), so that a missed target never looks reached. Returns null if b is 0. The small number evens
 * out the error of binary fractions.
 */
function share(better: "higher" | "lower", a: number, b: number, times = 100): number | null {
  if (b <= 0) return null;
  const hundredths = (a / b) * times * 100;
  return (better === "higher" ? Math.floor(hundredths + 1e-6) : Math.ceil(hundredths - 1e-6)) / 100 || 0;
}

/** Mold-days to which the rates refer: 100 molds for 30 days. */
const rateDays = 3000;

/**
 * Computes the set-count compliance, %, of the orders due in the period: Σ min(made, planned) ÷ Σ planned, in shots.
 * Surplus shots of one order never make up for missing shots of another.
 */
export const setCountCompliance = (p: Parts) => share("higher", sum(p, "counted"), sum(p, "planned"));

/**
 * Computes the cycle compliance, %: shots within the cycle tolerance ÷ shots with a known cycle. Shots of trials are
 * left out.
 */
export const cycleCompliance = (p: Parts) => share("higher", sum(p, "within"), sum(p, "known"));

/**
 * Computes the number of returns to a mold maker per 100 molds and 30 days: returns ÷ mold-days with a known place ×
 * 3,000.
 */
export const returnRate = (p: Parts) => share("lower", sum(p, "returns"), sum(p, "placedDays"), rateDays);

/**
 * Computes the mold utilization rate, %: run seconds ÷ available seconds. Both exclude time in maintenance or trials,
 * and days on which the mold's counter did not report.
 */
export const utilizationRate = (p: Parts) =>
  share("higher", sum(p, "runSeconds"), sum(p, "availableSeconds"));

/**
 * Computes the mold idle rate, %: whole days without a shot ÷ all whole days, summed over molds. Only days count on
 * which the mold's counter reported and the mold was not in major maintenance.
 */
export const idleRate = (p: Parts) => share("lower", sum(p, "idleDays"), sum(p, "reportedDays"));

/** Computes the changes of place per 100 molds and 30 days: changes ÷ mold-days with a known place × 3,000. */
export const moveRate = (p: Parts) => share("lower", sum(p, "moves"), sum(p, "placedDays"), rateDays);

/** Returns by how many percent the mean cycle is longer than the standard: Σ cycle·shots ÷ Σ standard·shots − 1. */
export function cycleDeviation(p: Parts): number | null {
  const standard = sum(p, "standardSeconds");
  return standard > 0 ? Math.round((sum(p, "cycleSeconds") / standard - 1) * 10_000) / 100 : null;
}

/** Rules to compute and to judge each indicator. The front end adds titles and charts. */
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
    events: "returns",
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
    events: "moves",
    target: "KPI_MOVES",
    figure: moveRate,
  },
};

/** Value and target of an interval of a chart, both in the same unit. Null means unknown. */
interface IntervalFigure {
  readonly value: number | null;
  readonly target: number | null;
}

/**
 * Returns what a chart draws for an interval of the period. For a share: the share and its target. For a rate (events
 * per 100 molds and 30 days): the number of events in the interval, and the number of events that the target allows for
 * the interval's mold-days. The rate itself is not drawn: in an interval of one day, a single event would give a rate
 * 30 times as high as in an interval of 30 days.
 */
export function intervalFigure(
  name: IndicatorName,
  a: { readonly value: number | null; readonly parts: Parts },
  target: number,
): IntervalFigure {
  const { events } = indicatorRules[name];
  if (events === undefined) return { value: a.value, target };
  const days = sum(a.parts, "placedDays");
  if (days <= 0) return { value: null, target: null };
  return { value: sum(a.parts, events), target: Math.round((target * days * 100) / rateDays) / 100 };
}

/**
 * Adds the sums of two groups. Rounds to six decimals, so that the order in which groups are added hardly ever changes
 * the result.
 */
export const addParts = (a: Parts, b: Parts): Parts =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((k) => [
      k,
      Math.round((sum(a, k) + sum(b, k)) * 1e6) / 1e6,
    ]),
  );

/**
 * Returns the share of an indicator's figure that is estimated, %. Returns undefined for indicators without estimates.
 */
export function estimatedShare(name: IndicatorName, p: Parts): number | null | undefined {
  const e = indicatorRules[name].estimated;
  return e && share("lower", sum(p, e.part), sum(p, e.of));
}

export type Verdict = "good" | "attention" | "bad";

/**
 * Judges an indicator's figure. Returns "good" if the figure meets the target, "attention" if the figure misses the
 * target by at most 10 %, and otherwise "bad". Returns undefined without a figure.
 */
export function verdictOf(name: IndicatorName, value: number | null, target: number): Verdict | undefined {
  if (value === null) return undefined;
  const higher = indicatorRules[name].better === "higher";
  if (higher ? value >= target : value <= target) return "good";
  return (higher ? value >= target * 0.9 : value <= target * 1.1) ? "attention" : "bad";
}

/**
 * Lower bounds of the bins of idle molds, in days without a shot. Screens show the number of idle molds in each bin.
 */
export const idleBuckets = [7, 30, 90, 180, 365] as const;
