import { defineEnum, defineQuery, field, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { productionOrder } from "./order.entity.ts";

/** Estimate of whether an order will end after its planned end. */
export const lateRisk = defineEnum("lateRisk", {
  onTime: "onTime",
  possible: "possible",
  likely: "likely",
  late: "late",
});

/**
 * Days of the mold's history from which the end of an order is forecast. With less than `leastForecastDays` days there
 * is no forecast.
 */
export const forecastDays = 28;
export const leastForecastDays = 3;

export const orderList = defineQuery({
  menu: menus.productionOrder,
  id: "Q01",
  access: right(menus.productionOrder, "Q"),
  key: ["orderId"],
  columns: {
    ...productionOrder.fields,
    ...pick(mold, "moldName", "oemName", "plantId", "plantName", "projectNo", "serviceState"),
    deviceName: field.text(100, { wire: "DEV_NAME", virtual: true }),
    plannedParts: field.int({ wire: "PLAN_QTY", virtual: true }),
    /** Shots of the mold from the start of the order (`startedAt`) to its end. */
    madeShots: field.int({ wire: "MADE_TIMES", unit: "shots", virtual: true }),
    madeParts: field.int({ wire: "MADE_QTY", virtual: true }),
    estimatedShots: field.int({ unit: "shots", virtual: true }),
    progress: field.decimal(1, { wire: "PROGRESS", unit: "%", virtual: true }),
    /**
     * Forecast end of the order, from the mold's recent daily shots. The range from earliest to latest is meant to
     * contain 80 % of the actual ends; a back-test checks this share.
     */
    forecastEnd: field.time({ wire: "FC_DATE", virtual: true }),
    forecastEarliest: field.time({ wire: "FC_EARLY", virtual: true }),
    forecastLatest: field.time({ wire: "FC_LATE", virtual: true }),
    lateRisk: field.choice(lateRisk, { virtual: true }),
    /**
     * Order number of another order that the mold runs now; null if there is none. A mold can run only one order at a
     * time.
     */
    busyWith: field.text(50, { virtual: true }),
    submittedByName: field.text(100, { virtual: true }),
    auditedByName: field.text(100, { virtual: true }),
    /** True if the user who submitted the order may not audit it (system parameter ORDER_AUDIT_OTHER). */
    auditByOther: field.flag({ virtual: true, aside: true }),
  },
});
