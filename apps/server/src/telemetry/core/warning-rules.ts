/**
 * Kinds of warnings and their thresholds. The thresholds are set per tenant. The caller may override them for a
 * single mold.
 */
import type { Tolerance } from "./standard.ts";
import { DAY_MS, HOUR_MS } from "./timeline.ts";

/**
 * Kinds of warnings. Each kind has exactly one cause. The screens combine some kinds: "molding cycle" is `cycleFast`
 * and `cycleSlow`, "signal abnormality" is `silent` and `weakSignal`, and "unbound counter" is `unbound` and
 * `validity`.
 */
export const WARNING_KINDS = [
  "battery",
  "removal",
  "cycleFast",
  "cycleSlow",
  "position",
  "silent",
  "weakSignal",
  "idle",
  "unbound",
  "validity",
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/**
 * Whether a kind of warning is about the mold or about the counter. Warnings about the mold are closed when the
 * binding ends.
 */
export const WARNING_SUBJECT: Readonly<Record<WarningKind, "mold" | "counter">> = {
  battery: "counter",
  removal: "counter",
  cycleFast: "mold",
  cycleSlow: "mold",
  position: "mold",
  silent: "counter",
  weakSignal: "counter",
  idle: "mold",
  unbound: "counter",
  validity: "counter",
};

/** Kinds of warnings that a user must confirm. For these kinds, a `close` event only means that the cause has ended. */
export const NEEDS_CONFIRMATION: ReadonlySet<WarningKind> = new Set<WarningKind>(["removal"]);

/** Severity of a warning. 1: look at it soon. 2: act now. */
export type Level = 1 | 2;

export interface WarningRules {
  readonly battery: {
    /**
     * Battery thresholds, percent. At or below `low` the warning opens at level 1, at or below `urgent` at level 2.
     * At or above `clear` it closes.
     */
    readonly low: number;
    readonly urgent: number;
    readonly clear: number;
  };
  readonly cycle: {
    /** Number of shots with a known cycle of which the mean is computed and judged. */
    readonly shots: number;
    /**
     * Maximum deviation of the mean from the standard cycle, for level 1 and level 2. If the mold has its own
     * tolerance, that is used for level 1, and twice that tolerance for level 2.
     */
    readonly level1: Tolerance;
    readonly level2: Tolerance;
  };
  readonly position: {
    /**
     * The warning opens after `fixes` consecutive positions outside the area, or after two that are `outsideMs` (ms)
     * apart.
     */
    readonly fixes: number;
    readonly outsideMs: number;
  };
  readonly signal: {
    /**
     * Time without a reading, ms. The warning opens at level 1 after `silentMs` and at level 2 (offline) after
     * `offlineMs`.
     */
    readonly silentMs: number;
    readonly offlineMs: number;
    /**
     * A signal of `rssi` dBm or less is bad. The warning opens if `bad` of the last `of` signals are bad. It closes
     * if `bad` of the last `of` signals are good.
     */
    readonly rssi: number;
    readonly bad: number;
    readonly of: number;
  };
  readonly idle: {
    /** Time without a shot, ms, after which the warning has level 1 or level 2. */
    readonly level1Ms: number;
    readonly level2Ms: number;
  };
  readonly unbound: {
    /** Time that a valid counter may be on no mold, ms. */
    readonly afterMs: number;
  };
  readonly validity: {
    /** Time before the end of the data plan at which the warning opens, ms. */
    readonly beforeMs: number;
  };
  /** If the cause returns within this time, ms, the warning is reopened and no new warning is opened. */
  readonly recurWithinMs: number;
}

export const DEFAULT_WARNING_RULES: WarningRules = {
  battery: { low: 20, urgent: 10, clear: 30 },
  cycle: { shots: 20, level1: { percent: 5 }, level2: { percent: 10 } },
  position: { fixes: 3, outsideMs: HOUR_MS },
  signal: { silentMs: 2 * DAY_MS, offlineMs: 7 * DAY_MS, rssi: -110, bad: 3, of: 5 },
  idle: { level1Ms: 7 * DAY_MS, level2Ms: 30 * DAY_MS },
  unbound: { afterMs: 3 * DAY_MS },
  validity: { beforeMs: 30 * DAY_MS },
  recurWithinMs: DAY_MS,
};

/**
 * Returns the rules for a counter. `reportIntervalMs` is the counter's report interval. The counter is silent after
 * two intervals without a reading.
 */
export function rulesForInterval(rules: WarningRules, reportIntervalMs: number): WarningRules {
  return { ...rules, signal: { ...rules.signal, silentMs: 2 * reportIntervalMs } };
}
