import { counter } from "../counter/counter.entity.ts";
import { defineQuery, type Fields, field, right } from "../kernel/index.ts";
import { type MenuId, menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { warningList } from "./warning.queries.ts";

const shared = warningList.columns;

/** The list of warnings of one screen's kinds, with the measures of these kinds. */
const room = <const M extends Fields>(menu: MenuId, measures: M) =>
  defineQuery({
    menu,
    id: "Q01",
    access: right(menu, "Q"),
    key: ["warningId"],
    columns: { ...shared, ...measures },
  });

const lastReportAt = field.time({ wire: "LAST_REPORT", virtual: true });
const rssi = field.int({ unit: "dBm", virtual: true });
/** Distance from the mold's plant at the latest position. */
const distance = field.int({ unit: "m", virtual: true });
const radius = field.int({ unit: "m", virtual: true });

export const batteryWarnings = room(menus.batteryWarnings, {
  battery: field.int({ unit: "%", virtual: true }),
  /** At the rate of the last 30 days; null where the charge did not fall. */
  batteryDaysLeft: field.int({ unit: "days", virtual: true }),
  lastReportAt,
});

export const removalWarnings = room(menus.removalWarnings, { distance, radius, lastReportAt });

export const cycleWarnings = room(menus.cycleWarnings, {
  /** Cycle, standard and deviation at the latest change of the warning. */
  averageCycle: field.decimal(2, { unit: "s", virtual: true }),
  standardCycle: field.decimal(2, { unit: "s", virtual: true }),
  cycleDeviation: field.decimal(1, { unit: "%", virtual: true }),
  cycleTolerance: { ...mold.fields.cycleTolerance, virtual: true },
});

export const positionWarnings = room(menus.positionWarnings, { distance, radius, lastReportAt });

export const signalWarnings = room(menus.signalWarnings, {
  silentHours: field.decimal(1, { unit: "h", virtual: true }),
  rssi,
  lastReportAt,
});

export const idleWarnings = room(menus.idleWarnings, {
  idleDays: field.decimal(1, { unit: "days", virtual: true }),
  lastShotAt: field.time({ virtual: true }),
  lastReportAt,
});

export const unboundWarnings = room(menus.unboundWarnings, {
  unboundDays: field.decimal(1, { unit: "days", virtual: true }),
  unboundShots: field.int({ virtual: true }),
  expiresOn: { ...counter.fields.expiresOn, virtual: true },
  lastReportAt,
});
