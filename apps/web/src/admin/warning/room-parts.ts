import type { KnownParameterId } from "@shotkeeper/contract/system";

/** What is drawn of a warning: a curve, a map, cycles against their standard, days, or nothing. */
export type PictureKind = "battery" | "signal" | "place" | "cycle" | "days";
export type ThresholdId = Extract<KnownParameterId, `WARN_${string}`>;
