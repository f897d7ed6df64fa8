import { liveState } from "../enumerations.ts";
import { type CommandOutput, defineCommand, defineEnum, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const bucket = defineEnum("bucket", { hour: "hour", day: "day", month: "month" });

/** Shots and cycle times per interval: one row per hour, day or month. */
export const shotBuckets = output.rows({
  time: field.time({ required: true }),
  shots: field.int({ required: true, unit: "shots" }),
  runSeconds: field.decimal(1, { required: true, unit: "s" }),
  averageCycle: field.decimal(2, { wire: "AVG_CYCLE", unit: "s" }),
  minCycle: field.decimal(2, { unit: "s" }),
  maxCycle: field.decimal(2, { unit: "s" }),
  /** Shots within the tolerance of the standard cycle time. Only shots with a known cycle time count here. */
  within: field.int({ required: true, unit: "shots" }),
  /** Shots that were faster than the tolerance allows. */
  fast: field.int({ required: true, unit: "shots" }),
  /** Shots that were slower than the tolerance allows. */
  slow: field.int({ required: true, unit: "shots" }),
  estimated: field.int({ required: true, unit: "shots" }),
});

/**
 * Returns the shots and cycle times of a mold per hour, day or month in the tenant's time zone. Intervals without
 * shots are left out.
 */
export const shotSeries = defineCommand({
  type: "rf_ShotSeries",
  isReport: true,
  access: right(menus.productionCycle, "Q"),
  input: {
    moldNo: field.text(50, { required: true }),
    from: field.time({ required: true }),
    to: field.time({ required: true }),
    bucket: field.choice(bucket, { required: true }),
  },
  output: shotBuckets,
});

export type ShotBucket = CommandOutput<typeof shotSeries>[number];

const count = <const W extends string>(wire: W) => field.int({ wire, required: true });
const s = liveState.values;

/** Returns the number of molds in each live state. States without molds have the number 0. */
export const stateCounts = defineCommand({
  type: "rf_StateCounts",
  isReport: true,
  access: right(menus.productionStatus, "Q"),
  input: {},
  output: {
    running: count(s.running),
    stopped: count(s.stopped),
    idle: count(s.idle),
    awaitingReport: count(s.awaitingReport),
    silent: count(s.silent),
    removed: count(s.removed),
    inRepair: count(s.inRepair),
    inTrial: count(s.inTrial),
    scrapped: count(s.scrapped),
    unbound: count(s.unbound),
  },
});
