import { defineEnum, defineQuery, field, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";

/** Sets of rows that can be exported as files: by `GET /data/<dataset>` and by scheduled exports. */
export const dataset = defineEnum("dataset", {
  readings: "readings",
  hours: "hours",
  outputs: "outputs",
  tasks: "tasks",
  orders: "orders",
});

export const dataFormat = defineEnum("dataFormat", { parquet: "parquet", csv: "csv" });

export type DatasetName = keyof typeof dataset.values;
export type DataFormat = keyof typeof dataFormat.values;

/**
 * Lists the shots of each counter on each mold by hour (UTC). All figures of the production output are sums of these
 * rows.
 */
export const shotHours = defineQuery({
  menu: menus.productionOutput,
  id: "Q02",
  access: right(menus.productionOutput, "Q"),
  key: ["moldNo", "hour", "writerId"],
  columns: {
    ...pick(mold, "moldNo", "moldName", "plantName", "oemName"),
    writerId: field.text(50),
    hour: field.time({ wire: "SHOT_HOUR" }),
    shots: field.int({ unit: "shots" }),
    /** Time in which the mold ran, ms. */
    runMs: field.int(),
    /** `cycleCount`: number of shots whose cycle is known. `cycleMs`: sum of these cycles, ms. */
    cycleCount: field.int({ unit: "shots" }),
    cycleMs: field.int(),
    /**
     * Numbers of shots with a known cycle. `withinShots`: the cycle is within the tolerance of the standard cycle.
     * `fastShots`: the cycle is shorter. `slowShots`: the cycle is longer.
     */
    withinShots: field.int({ wire: "WITHIN_TIMES", unit: "shots" }),
    fastShots: field.int({ wire: "FAST_TIMES", unit: "shots" }),
    slowShots: field.int({ wire: "SLOW_TIMES", unit: "shots" }),
    estimatedShots: field.int({ unit: "shots" }),
  },
});
