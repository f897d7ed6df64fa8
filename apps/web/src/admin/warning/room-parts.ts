import type { KnownParameterId } from "@shotkeeper/contract/system";

/** Kind of picture of a warning: battery or signal chart, map, cycle chart, or shots by the day. */
export type PictureKind = "battery" | "signal" | "place" | "cycle" | "days";
export type ThresholdId = Extract<KnownParameterId, `WARN_${string}`>;
