/**
 * Kinds of warnings and their thresholds. Each tenant sets its thresholds. The caller may override the thresholds for
 * a single mold.
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

/**
 * Kinds of warnings that stay open until a user confirms them. A `close` event of such a warning only records that its
 * cause has ended.
 */
export const NEEDS_CONFIRMATION: ReadonlySet<WarningKind> = new Set<WarningKind>(["removal"]);

/** Severity of a warning. 1: a user should look at it soon. 2: a user should act now. */
export type Level = 1 | 2;

export interface WarningRules {
  readonly battery: {
    /** The warning opens at level 1 at this charge or below, percent. */
    readonly low: number;
    /** The warning has level 2 at this charge or below, percent. */
    readonly urgent: number;
    /** The warning closes at this charge or above, percent. */
    readonly clear: number;
  };
  readonly cycle: {
    /** When this number of cycles is collected, their mean is compared with the standard cycle. */
    readonly shots: number;
    /**
     * Maximum deviation of the mean from the standard cycle before the warning has level 1. If the mold has its own
     * tolerance, that tolerance replaces this value.
     */
    readonly level1: Tolerance;
    /**
     * Maximum deviation of the mean from the standard cycle before the warning has level 2. If the mold has its own
     * tolerance, twice that tolerance replaces this value.
     */
    readonly level2: Tolerance;
  };
  readonly position: {
    /** The warning opens after this number of consecutive positions outside the mold's fence. */
    readonly fixes: number;
    /**
     * The warning also opens if consecutive positions outside the mold's fence span at least this time, ms. The number
     * of positions then does not matter.
     */
    readonly outsideMs: number;
  };
  readonly signal: {
    /** The warning opens at level 1 after this time without a reading, ms. */
    readonly silentMs: number;
    /** The warning has level 2 (offline) after this time without a reading, ms. */
    readonly offlineMs: number;
    /** A signal of this strength or less is bad, dBm. */
    readonly rssi: number;
    /**
     * The warning opens if at least this number of the last `of` signals are bad. It closes if at least this number of
     * the last `of` signals are good.
     */
    readonly bad: number;
    /**
     * Number of latest signals that the check looks at. The warning opens if the number of bad signals among them is at
     * least `bad`.
     */
    readonly of: number;
  };
  readonly idle: {
    /** The warning opens at level 1 after this time without a shot, ms. */
    readonly level1Ms: number;
    /** The warning has level 2 after this time without a shot, ms. */
    readonly level2Ms: number;
  };
  readonly unbound: {
    /** The warning opens at level 1 when a counter has been on no mold for this time, ms. */
    readonly afterMs: number;
  };
  readonly validity: {
    /** The warning opens this time before the end of the data plan, ms. */
    readonly beforeMs: number;
  };
  /**
   * If the cause of a closed warning returns within this time, ms, the warning is reopened. If the cause returns later,
   * a new warning is opened.
   */
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
 * Returns the rules for a counter with the given report interval. The counter is silent after two intervals without a
 * reading.
 */
export function rulesForInterval(rules: WarningRules, reportIntervalMs: number): WarningRules {
  return { ...rules, signal: { ...rules.signal, silentMs: 2 * reportIntervalMs } };
}
