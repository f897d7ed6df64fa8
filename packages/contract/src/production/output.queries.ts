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

/** Dimensions by which output is grouped. */
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
  /** Shots × the mold's cavities. */
  parts: field.int({ wire: "PRODUCT_QTY", virtual: true }),
  /** Parts × the part's weight. */
  outputWeight: field.decimal(1, { wire: "OUTPUT_KG", unit: "kg", virtual: true }),
  /** Shots of intervals that span several hours; they are spread evenly over the hours. */
  estimatedShots: field.int({ unit: "shots", virtual: true }),
} as const;

/** Output of a mold per day in the tenant's time zone. An hour belongs to the day in which it begins. */
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

/** Output of a period, summed by a dimension and by time. The client lays out the pivot table. */
export const outputStatistics = defineCommand({
  type: "rf_OutputStatistics",
  access: right(menus.productionOutput, "Q"),
  input: {
    outputBy: field.choice(outputBy, { wire: "GROUP_BY", required: true }),
    outputBucket: field.choice(outputBucket, { wire: "BUCKET", required: true }),
    from: field.time({ required: true }),
    to: field.time({ required: true }),
  },
  output: output.rows({
    /** Number of the mold, product, organization …; empty where there is none (no machine, no product number). */
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
