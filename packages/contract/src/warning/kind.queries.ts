import { counter } from "../counter/counter.entity.ts";
import { defineQuery, type Fields, field, right } from "../kernel/index.ts";
import { type MenuId, menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { warningList } from "./warning.queries.ts";

const shared = warningList.columns;

/**
 * Declares the query of a screen that shows some kinds of warnings. `measures` are additional columns: values that
 * these kinds of warnings measure. Open warnings show the present values, closed ones those that they have stored.
 */
const kindQuery = <const M extends Fields>(menu: MenuId, measures: M) =>
  defineQuery({
    menu,
    id: "Q01",
    access: right(menu, "Q"),
    key: ["warningId"],
    columns: { ...shared, ...measures },
  });

const lastReportAt = field.time({ wire: "LAST_REPORT", virtual: true });
const rssi = field.int({ unit: "dBm", virtual: true });
/** Distance from the plant of the warning's mold to the counter's position. */
const distance = field.int({ unit: "m", virtual: true });
const radius = field.int({ unit: "m", virtual: true });

export const batteryWarnings = kindQuery(menus.batteryWarnings, {
  battery: field.int({ unit: "%", virtual: true }),
  /**
   * Days until the battery is empty, by the mold's stored forecast (`batteryEnd` of `moldForecasts`). Null if there is
   * no forecast: the charges span less than ten days or do not fall, or the counter is on no mold.
   */
  batteryDaysLeft: field.int({ unit: "days", virtual: true }),
  lastReportAt,
});

export const removalWarnings = kindQuery(menus.removalWarnings, { distance, radius, lastReportAt });

export const cycleWarnings = kindQuery(menus.cycleWarnings, {
  /** Mean cycle at the time when the warning was last updated. */
  averageCycle: field.decimal(2, { unit: "s", virtual: true }),
  /** Standard cycle at the time when the warning was last updated. */
  standardCycle: field.decimal(2, { unit: "s", virtual: true }),
  /** Deviation from the standard cycle at the time when the warning was last updated. */
  cycleDeviation: field.decimal(1, { unit: "%", virtual: true }),
  cycleTolerance: { ...mold.fields.cycleTolerance, virtual: true },
});

export const positionWarnings = kindQuery(menus.positionWarnings, { distance, radius, lastReportAt });

export const signalWarnings = kindQuery(menus.signalWarnings, {
  silentHours: field.decimal(1, { unit: "h", virtual: true }),
  rssi,
  lastReportAt,
});

export const idleWarnings = kindQuery(menus.idleWarnings, {
  idleDays: field.decimal(1, { unit: "days", virtual: true }),
  lastShotAt: field.time({ virtual: true }),
  lastReportAt,
});

export const unboundWarnings = kindQuery(menus.unboundWarnings, {
  unboundDays: field.decimal(1, { unit: "days", virtual: true }),
  unboundShots: field.int({ virtual: true }),
  expiresOn: { ...counter.fields.expiresOn, virtual: true },
  lastReportAt,
});
