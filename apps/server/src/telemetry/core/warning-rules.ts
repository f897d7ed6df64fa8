/** Kinds of warnings and their thresholds. The thresholds are the tenant's; the caller may override them per mold. */
import type { Tolerance } from "./standard.ts";
import { DAY_MS, HOUR_MS } from "./timeline.ts";

/**
 * The screens show seven kinds, but each kind here has exactly one cause.
 * On screens, "molding cycle" is `cycleFast` and `cycleSlow`, "signal abnormality" is `silent` and `weakSignal`, and
 * "unbound counter" is `unbound` and `validity`.
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

/** The subject of each kind. A warning about a mold closes when the binding ends; one about a counter does not. */
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

/** Kinds that a person must confirm. Their `close` event only means that the cause is gone. */
export const NEEDS_CONFIRMATION: ReadonlySet<WarningKind> = new Set<WarningKind>(["removal"]);

/** 1: check it. 2: act now. */
export type Level = 1 | 2;

export interface WarningRules {
  readonly battery: {
    /**
     * Percent. At or below `low`: level 1. At or below `urgent`: level 2. At or above `clear`: the warning closes.
     */
    readonly low: number;
    readonly urgent: number;
    readonly clear: number;
  };
  readonly cycle: {
    /** Number of shots with a known cycle per judgment of their mean. */
    readonly shots: number;
    /**
     * Allowed deviation from the standard per level. A mold's own tolerance overrides level 1, and its double
     * overrides level 2.
     */
    readonly level1: Tolerance;
    readonly level2: Tolerance;
  };
  readonly position: {
    /** Opens after `fixes` consecutive fixes outside, or after two fixes outside that are `outsideMs` (ms) apart. */
    readonly fixes: number;
    readonly outsideMs: number;
  };
  readonly signal: {
    /** Time without a reading, ms: level 1 after `silentMs`, level 2 (offline) after `offlineMs`. */
    readonly silentMs: number;
    readonly offlineMs: number;
    /**
     * A signal at or below `rssi` (dBm) is bad. `bad` bad ones of the last `of` open the warning; `bad` good ones
     * close it.
     */
    readonly rssi: number;
    readonly bad: number;
    readonly of: number;
  };
  readonly idle: {
    /** Time without a shot, ms. */
    readonly level1Ms: number;
    readonly level2Ms: number;
  };
  readonly unbound: {
    /** Time that a valid counter is on no mold, ms. */
    readonly afterMs: number;
  };
  readonly validity: {
    /** Lead time before the data plan ends, ms. */
    readonly beforeMs: number;
  };
  /** A cause that returns within this time reopens its warning instead of opening a new one, ms. */
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

/** Returns the rules for a counter with this report interval, ms. It counts as silent after two intervals. */
export function rulesForInterval(rules: WarningRules, reportIntervalMs: number): WarningRules {
  return { ...rules, signal: { ...rules.signal, silentMs: 2 * reportIntervalMs } };
}
