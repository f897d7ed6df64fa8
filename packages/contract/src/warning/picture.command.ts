import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { shotBuckets } from "../production/production.commands.ts";
import { allWarnings, warningScreenIds } from "./screens.ts";

const coordinate = field.decimal(6, { required: true, unit: "deg" });

/**
 * Returns the data for the chart or map of one warning. Of the lists `readings`, `fixes` and `shots`, only the list
 * that this kind of warning needs is filled.
 */
export const warningPicture = defineCommand({
  type: "rf_WarningPicture",
  isReport: true,
  access: right(allWarnings, "Q", { others: warningScreenIds }),
  input: { warningId: field.int({ required: true }) },
  output: {
    /**
     * Readings of the counter, combined to intervals of four hours: the lowest battery charge and the lowest signal
     * strength of each interval.
     */
    readings: output.rows({
      time: field.time({ required: true }),
      battery: field.int({ unit: "%" }),
      rssi: field.int({ unit: "dBm" }),
    }),
    /** Latest positions of the counter, newest first. */
    fixes: output.rows({ time: field.time({ required: true }), lng: coordinate, lat: coordinate }),
    /**
     * Fence of the plant to which the mold belongs: coordinates and name of the plant, and the allowed distance from it
     * (radius).
     */
    fence: output.optional({
      lng: coordinate,
      lat: coordinate,
      name: field.text(100, { required: true }),
      radius: field.decimal(0, { required: true, unit: "m" }),
    }),
    /** Shots and cycle times per hour. For a warning about an idle mold: per day. */
    shots: shotBuckets,
    /** Standard cycle time of the mold. */
    standard: field.decimal(2, { unit: "s" }),
    /** Allowed deviation from the standard cycle time, percent. */
    tolerance: field.decimal(1, { unit: "%" }),
  },
});
export type WarningPicture = CommandOutput<typeof warningPicture>;
export type WarningFix = WarningPicture["fixes"][number];

/**
 * Returns the warning thresholds that the tenant has set, by parameter id. Parameters without a set value are left
 * out; their defaults apply.
 */
export const warningThresholds = defineCommand({
  type: "rf_WarningThresholds",
  access: right(allWarnings, "Q", { others: warningScreenIds }),
  input: {},
  output: output.keyed<number>({ shape: "number" }),
});
