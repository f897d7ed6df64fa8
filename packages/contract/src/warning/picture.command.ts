import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { shotBuckets } from "../production/production.commands.ts";
import { allWarnings, warningRoomIds } from "./rooms.ts";

const coordinate = field.decimal(6, { required: true, unit: "deg" });

/** Returns the readings behind one warning. Only those parts are filled that decide about its kind of warning. */
export const warningPicture = defineCommand({
  type: "rf_WarningPicture",
  access: right(allWarnings, "Q", warningRoomIds),
  input: { warningId: field.int({ required: true }) },
  output: {
    /** Lowest battery charge and lowest signal strength in intervals of four hours. */
    readings: output.rows({
      time: field.time({ required: true }),
      battery: field.int({ unit: "%" }),
      rssi: field.int({ unit: "dBm" }),
    }),
    /** Latest positions of the counter, newest first. */
    fixes: output.rows({ time: field.time({ required: true }), lng: coordinate, lat: coordinate }),
    /** Coordinates of the plant to which the mold belongs, and the allowed distance from it. */
    fence: output.optional({
      lng: coordinate,
      lat: coordinate,
      name: field.text(100, { required: true }),
      radius: field.decimal(0, { required: true, unit: "m" }),
    }),
    /** Shots and cycle times per hour. For a warning about an idle mold: per day. */
    shots: shotBuckets,
    /** Standard cycle time of the mold, and the allowed deviation from it. */
    standard: field.decimal(2, { unit: "s" }),
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
  access: right(allWarnings, "Q", warningRoomIds),
  input: {},
  output: output.keyed<number>(),
});
