/** Kinds of warnings and their thresholds: the tenant's, overridden per mold by the caller. */
import type { Tolerance } from "./standard.ts";
import { DAY_MS, HOUR_MS } from "./timeline.ts";

/**
 * The screens know seven kinds: "molding cycle" is `cycleFast` and `cycleSlow`, "signal abnormality" is `silent`
 * and `weakSignal`, "unbound counter" is `unbound` and `validity`. Here each has one cause.
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

/** Whether a warning is about the mold (and ends with the binding) or about the counter. */
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

/** Kinds that a person must confirm after the cause has gone; the `close` event only says that it has. */
export const NEEDS_CONFIRMATION: ReadonlySet<WarningKind> = new Set<WarningKind>(["removal"]);

/** 1: look at it. 2: act. */
export type Level = 1 | 2;

export interface WatchRules {
  readonly battery: {
    /** Percent: level 1 at or below, level 2 at or below, clear at or above. */
    readonly low: number;
    readonly urgent: number;
    readonly clear: number;
  };
  readonly cycle: {
    /** Shots with a known cycle that are judged together. */
    readonly shots: number;
    /** Off the standard by more than this; a mold's own tolerance goes before, its double being level 2. */
    readonly level1: Tolerance;
    readonly level2: Tolerance;
  };
  readonly position: {
    /** So many fixes outside in a row, or outside for so long (ms) by more than one fix. */
    readonly fixes: number;
    readonly outsideMs: number;
  };
  readonly signal: {
    /** Without a reading for so long, ms: level 1, then offline, level 2. */
    readonly silentMs: number;
    readonly offlineMs: number;
    /** dBm: as bad as this or worse counts, `bad` of the last `of`; as many better ones clear. */
    readonly rssi: number;
    readonly bad: number;
    readonly of: number;
  };
  readonly idle: {
    /** Without a shot for so long, ms. */
    readonly level1Ms: number;
    readonly level2Ms: number;
  };
  readonly unbound: {
    /** Valid and on no mold for so long, ms. */
    readonly afterMs: number;
  };
  readonly validity: {
    /** So long before the data plan ends, ms. */
    readonly beforeMs: number;
  };
  /** A cause that comes back within this time continues its warning, ms. */
  readonly recurWithinMs: number;
}

export const DEFAULT_WATCH_RULES: WatchRules = {
  battery: { low: 20, urgent: 10, clear: 30 },
  cycle: { shots: 20, level1: { percent: 5 }, level2: { percent: 10 } },
  position: { fixes: 3, outsideMs: HOUR_MS },
  signal: { silentMs: 2 * DAY_MS, offlineMs: 7 * DAY_MS, rssi: -110, bad: 3, of: 5 },
  idle: { level1Ms: 7 * DAY_MS, level2Ms: 30 * DAY_MS },
  unbound: { afterMs: 3 * DAY_MS },
  validity: { beforeMs: 30 * DAY_MS },
  recurWithinMs: DAY_MS,
};

/** The rules for a counter that reports every `reportIntervalMs`: silent after two intervals. */
export function rulesForInterval(rules: WatchRules, reportIntervalMs: number): WatchRules {
  return { ...rules, signal: { ...rules.signal, silentMs: 2 * reportIntervalMs } };
}
