import { defineQuery, field, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { moldLive } from "../mold/mold.queries.ts";

export const productionStatus = defineQuery({
  menu: menus.productionStatus,
  id: "Q01",
  access: right(menus.productionStatus, "Q"),
  key: ["moldNo"],
  columns: {
    ...pick(
      mold,
      "moldNo",
      "moldName",
      "oemName",
      "plantId",
      "plantName",
      "makerId",
      "makerName",
      "projectNo",
      "projectName",
      "standardCycle",
      "lifeTenThousands",
    ),
    ...moldLive,
    stateSince: field.time({ wire: "STAT_TIME", virtual: true }),
    shotsToday: field.int({ unit: "shots", virtual: true }),
    shotsYesterday: field.int({ unit: "shots", virtual: true }),
    shotsThisHour: field.int({ wire: "SHOTS_HOUR", unit: "shots", virtual: true }),
    currentCycle: field.decimal(2, { wire: "CYCLE_NOW", unit: "s", virtual: true }),
    cycleDeviation: field.decimal(1, { wire: "CYCLE_DEV", unit: "%", virtual: true }),
    /** Order that the mold runs now. */
    orderId: field.text(50, { virtual: true }),
    progress: field.decimal(1, { wire: "PROGRESS", unit: "%", virtual: true }),
    /** Machine on which the mold is mounted now. */
    deviceName: field.text(100, { wire: "DEV_NAME", virtual: true }),
  },
});

/** Lists the cycle times of molds per hour. */
export const cycleHours = defineQuery({
  menu: menus.productionCycle,
  id: "Q01",
  access: right(menus.productionCycle, "Q"),
  key: ["moldNo", "hour"],
  columns: {
    ...pick(mold, "moldNo", "moldName", "plantName", "standardCycle"),
    hour: field.time({ wire: "HOUR_TIME" }),
    shots: field.int({ unit: "shots" }),
    runSeconds: field.decimal(1, { unit: "s" }),
    averageCycle: field.decimal(2, { wire: "AVG_CYCLE", unit: "s" }),
    minCycle: field.decimal(2, { unit: "s" }),
    maxCycle: field.decimal(2, { unit: "s" }),
    deviation: field.decimal(1, { wire: "CYCLE_DEV", unit: "%" }),
    compliance: field.decimal(1, { wire: "CYCLE_RATE", unit: "%" }),
    estimatedShots: field.int({ unit: "shots" }),
  },
});
