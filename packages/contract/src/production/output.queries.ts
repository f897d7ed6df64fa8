import { mold } from "../basic/mold.entity.ts";
import { defineCommand, defineEnum, defineQuery, field, pick } from "../kernel/index.ts";

/** What output is grouped by. */
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
  /** Shots that no reading dates to the hour: spread evenly over the time between two readings. */
  estimatedShots: field.int({ unit: "shots", virtual: true }),
} as const;

/** What a mold made on a day of the tenant's zone; an hour belongs to the day in which it begins. */
export const outputDays = defineQuery({
  menu: "PO104",
  id: "Q01",
  key: ["moldNo", "outputDay"],
  columns: {
    ...pick(mold, "moldNo", "moldName", "productNo", "projectName", "oemName", "plantName", "cavities"),
    outputDay: field.date({ wire: "OUTPUT_DATE", virtual: true }),
    ...figures,
    estimatedShare: field.decimal(1, { wire: "ESTIMATED_RATE", unit: "%", virtual: true }),
  },
  sums: ["shots", "parts", "outputWeight", "estimatedShots"],
});

export interface OutputCell {
  /** Mold, product, organization … by its number; empty where there is none (no machine, no product number). */
  readonly KEY: string;
  readonly NAME: string | null;
  /** Beginning of the hour, day, week (Monday), month or year in the tenant's zone. */
  readonly TIME: string;
  readonly SHOTS: number;
  readonly PARTS: number;
  readonly OUTPUT_KG: number | null;
  readonly ESTIMATED_SHOTS: number;
}

/** Output of a period, added up by something and by time. The pivot is laid out by whoever shows it. */
export const outputStatistics = defineCommand<readonly OutputCell[]>()({
  type: "rf_OutputStatistics",
  right: { menu: "PO104", action: "Q" },
  input: {
    outputBy: field.choice(outputBy, { wire: "GROUP_BY", required: true }),
    outputBucket: field.choice(outputBucket, { wire: "BUCKET", required: true }),
    from: field.time({ required: true }),
    to: field.time({ required: true }),
  },
});
