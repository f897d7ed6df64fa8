import { device } from "../device/device.entity.ts";
import { defineEnum, defineQuery, field, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { productionOrder } from "./order.entity.ts";

/** Risk that an order ends after its planned end. */
export const lateRisk = defineEnum("lateRisk", {
  onTime: "onTime",
  possible: "possible",
  likely: "likely",
  late: "late",
});

/** The forecast of an order's end uses the mold's last `forecastDays` days and needs at least `leastForecastDays`. */
export const forecastDays = 28;
export const leastForecastDays = 3;

export const orderList = defineQuery({
  menu: menus.productionOrder,
  id: "Q01",
  access: right(menus.productionOrder, "Q"),
  key: ["orderId"],
  columns: {
    ...productionOrder.fields,
    ...pick(mold, "moldName", "oemName", "plantId", "plantName", "serviceState"),
    deviceName: device.fields.deviceName,
    plannedParts: field.int({ wire: "PLAN_QTY", virtual: true }),
    /** Shots of the mold in hours that began within the order's time. */
    madeShots: field.int({ wire: "MADE_TIMES", unit: "shots", virtual: true }),
    madeParts: field.int({ wire: "MADE_QTY", virtual: true }),
    estimatedShots: field.int({ unit: "shots", virtual: true }),
    progress: field.decimal(1, { wire: "PROGRESS", unit: "%", virtual: true }),
    /**
     * Forecast from the mold's recent daily shots. 80 % of orders end between earliest and latest; a back-test
     * checks it.
     */
    forecastEnd: field.time({ wire: "FC_DATE", virtual: true }),
    forecastEarliest: field.time({ wire: "FC_EARLY", virtual: true }),
    forecastLatest: field.time({ wire: "FC_LATE", virtual: true }),
    lateRisk: field.choice(lateRisk, { virtual: true }),
    /** The order that the mold runs now. */
    busyWith: field.text(50, { virtual: true }),
    /** Auditor and submitter must be different users. */
    auditByOther: field.flag({ virtual: true, aside: true }),
  },
});
