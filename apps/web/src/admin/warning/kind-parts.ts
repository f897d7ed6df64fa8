import type { KnownParameterId } from "@shotkeeper/contract/system";

/** Kind of picture beside a warning: chart of battery or signal, map (`place`), cycle chart, or shots by day. */
export type PictureKind = "battery" | "signal" | "place" | "cycle" | "days";
export type ThresholdId = Extract<KnownParameterId, `WARN_${string}`>;
