import { device } from "../basic/device.entity.ts";
import { mold } from "../basic/mold.entity.ts";
import { defineEnum, defineQuery, field, pick } from "../kernel/index.ts";
import { productionOrder } from "./order.entity.ts";

/** What the forecast says of the planned end. */
export const lateRisk = defineEnum("lateRisk", {
  onTime: "onTime",
  possible: "possible",
  likely: "likely",
  late: "late",
});

/** Days of the mold's past that an order's end is forecast from, and the least that say anything. */
export const forecastDays = 28;
export const leastForecastDays = 3;

export const orderList = defineQuery({
  menu: "PO101",
  id: "Q01",
  key: ["orderId"],
  columns: {
    ...productionOrder.fields,
    ...pick(mold, "moldName", "oemName", "plantId", "plantName", "serviceState"),
    deviceName: device.fields.deviceName,
    plannedParts: field.int({ wire: "PLAN_QTY", virtual: true }),
    /** Shots that the ledger counted on the mold in hours that began within the order's time. */
    madeShots: field.int({ wire: "MADE_TIMES", unit: "shots", virtual: true }),
    madeParts: field.int({ wire: "MADE_QTY", virtual: true }),
    estimatedShots: field.int({ unit: "shots", virtual: true }),
    progress: field.decimal(1, { wire: "PROGRESS", unit: "%", virtual: true }),
    /** At the pace of the mold's past; four of five orders end between earliest and latest, which a hind-cast holds them to. */
    forecastEnd: field.time({ wire: "FC_DATE", virtual: true }),
    forecastEarliest: field.time({ wire: "FC_EARLY", virtual: true }),
    forecastLatest: field.time({ wire: "FC_LATE", virtual: true }),
    lateRisk: field.choice(lateRisk, { virtual: true }),
    busyWith: field.text(50, { virtual: true }),
    auditByOther: field.flag({ virtual: true, aside: true }),
  },
});
