import { mold } from "../basic/mold.entity.ts";
import { counter } from "../counter/counter.entity.ts";
import { defineQuery, type Fields, field } from "../kernel/index.ts";
import { warningList } from "./warning.queries.ts";

const shared = warningList.columns;

/** The list of warnings with its kinds fixed by the screen, and what these kinds are measured by. */
const room = <const M extends Fields>(menu: string, measures: M) =>
  defineQuery({ menu, id: "Q01", key: ["warningId"], columns: { ...shared, ...measures } });

const lastReportAt = field.time({ wire: "LAST_REPORT", virtual: true });
const rssi = field.int({ unit: "dBm", virtual: true });
/** How far the counter is from the plant where the mold belongs, by its latest fix. */
const distance = field.int({ unit: "m", virtual: true });
const radius = field.int({ unit: "m", virtual: true });

export const batteryWarnings = room("WA101", {
  battery: field.int({ unit: "%", virtual: true }),
  /** As the last 30 days went; null where the charge did not fall. */
  batteryDaysLeft: field.int({ unit: "days", virtual: true }),
  lastReportAt,
});

export const removalWarnings = room("WA102", { distance, radius, lastReportAt });

export const cycleWarnings = room("WA103", {
  /** As judged when the warning last changed; so are standard and deviation. */
  averageCycle: field.decimal(2, { unit: "s", virtual: true }),
  standardCycle: field.decimal(2, { unit: "s", virtual: true }),
  cycleDeviation: field.decimal(1, { unit: "%", virtual: true }),
  cycleTolerance: { ...mold.fields.cycleTolerance, virtual: true },
});

export const positionWarnings = room("WA104", { distance, radius, lastReportAt });

export const signalWarnings = room("WA105", {
  silentHours: field.decimal(1, { unit: "h", virtual: true }),
  rssi,
  lastReportAt,
});

export const idleWarnings = room("WA106", {
  idleDays: field.decimal(1, { unit: "days", virtual: true }),
  lastShotAt: field.time({ virtual: true }),
  lastReportAt,
});

export const unboundWarnings = room("WA107", {
  unboundDays: field.decimal(1, { unit: "days", virtual: true }),
  unboundShots: field.int({ virtual: true }),
  expiresOn: { ...counter.fields.expiresOn, virtual: true },
  lastReportAt,
});
