import { defineCommand, field } from "../kernel/index.ts";
import type { ShotBucket } from "../production/index.ts";
import { allWarnings, warningRoomIds } from "./rooms.ts";

export interface WarningFix {
  readonly TIME: string;
  readonly LNG: number;
  readonly LAT: number;
}

/** What stands behind one warning: only what its kind is judged by is there, the rest is empty. */
export interface WarningPicture {
  /** Charge and signal of the counter, the worst of every few hours. */
  readonly READINGS: readonly {
    readonly TIME: string;
    readonly BATTERY: number | null;
    readonly RSSI: number | null;
  }[];
  /** Latest places, newest first. */
  readonly FIXES: readonly WarningFix[];
  /** Where the mold belongs, m around it. */
  readonly FENCE: (Omit<WarningFix, "TIME"> & { readonly NAME: string; readonly RADIUS: number }) | null;
  /** Shots and cycles by hour, or by day where time is long. */
  readonly SHOTS: readonly ShotBucket[];
  /** s and %, of the mold; null: none given. */
  readonly STANDARD: number | null;
  readonly TOLERANCE: number | null;
}

export const warningPicture = defineCommand<WarningPicture>()({
  type: "rf_WarningPicture",
  right: { menu: allWarnings, also: warningRoomIds, action: "Q" },
  input: { warningId: field.int({ required: true }) },
});

/** What the tenant set of the thresholds, by parameter; what is not among them holds by its standard. */
export const warningThresholds = defineCommand<Readonly<Record<string, number>>>()({
  type: "rf_WarningThresholds",
  right: { menu: allWarnings, also: warningRoomIds, action: "Q" },
  input: {},
});
