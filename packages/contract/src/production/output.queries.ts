import {
  type CommandOutput,
  defineCommand,
  defineEnum,
  defineQuery,
  field,
  output,
  pick,
  right,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";

/** Dimensions by which users can group the output statistics. */
export const outputBy = defineEnum("outputBy", {
  mold: "mold",
  product: "product",
  plant: "plant",
  oem: "oem",
  project: "project",
  machine: "machine",
});

export const outputBucket = defineEnum("outputBucket", {
  hour: "hour",
  day: "day",
  week: "week",
  month: "month",
  year: "year",
});

const figures = {
  shots: field.int({ unit: "shots", virtual: true }),
  /** Number of parts: shots × cavities of the mold. */
  parts: field.int({ wire: "PRODUCT_QTY", virtual: true }),
  /** Weight of the parts: number of parts × weight of one part. */
  outputWeight: field.decimal(1, { wire: "OUTPUT_KG", unit: "kg", virtual: true }),
  /**
   * Shots whose hour is estimated: they were made between two readings several hours apart and are spread evenly over
   * these hours.
   */
  estimatedShots: field.int({ unit: "shots", virtual: true }),
} as const;

/** Lists the output of each mold per day in the tenant's time zone. An hour belongs to the day in which it begins. */
export const outputDays = defineQuery({
  menu: menus.productionOutput,
  id: "Q01",
  access: right(menus.productionOutput, "Q"),
  key: ["moldNo", "outputDay"],
  columns: {
    ...pick(mold, "moldNo", "moldName", "productNo", "projectName", "oemName", "plantName", "cavities"),
    outputDay: field.date({ wire: "OUTPUT_DATE", virtual: true }),
    ...figures,
    estimatedShare: field.decimal(1, { wire: "ESTIMATED_RATE", unit: "%", virtual: true }),
  },
  sums: ["shots", "parts", "outputWeight", "estimatedShots"],
});

/** Returns the output of a period, summed by a dimension and by time. The client arranges the sums as a pivot table. */
export const outputStatistics = defineCommand({
  type: "rf_OutputStatistics",
  isReport: true,
  access: right(menus.productionOutput, "Q"),
  input: {
    outputBy: field.choice(outputBy, { wire: "GROUP_BY", required: true }),
    outputBucket: field.choice(outputBucket, { wire: "BUCKET", required: true }),
    from: field.time({ required: true }),
    to: field.time({ required: true }),
  },
  output: output.rows({
    /**
     * Id of the mold, product, organization and so on. Empty if the shots belong to no such object, for example if the
     * mold was on no known machine.
     */
    key: field.text(100, { required: true }),
    name: field.text(200),
    /** Beginning of the hour, day, week (Monday), month or year in the tenant's zone. */
    time: field.time({ required: true }),
    shots: field.int({ required: true, unit: "shots" }),
    parts: field.int({ required: true }),
    weight: field.decimal(1, { wire: "OUTPUT_KG", unit: "kg" }),
    estimatedShots: field.int({ required: true, unit: "shots" }),
  }),
});
export type OutputCell = CommandOutput<typeof outputStatistics>[number];
