import {
  type CommandOutput,
  defineCommand,
  defineQuery,
  field,
  type OutputOf,
  output,
  pick,
  right,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";

const forecast = (wire: string) => field.time({ wire, virtual: true });

/**
 * Lists the forecasts of the molds, for example the end of a mold's life. A job computes and stores the forecasts every
 * hour.
 */
export const moldForecasts = defineQuery({
  menu: menus.mold,
  id: "Q30",
  access: right(menus.mold, "Q"),
  key: ["moldNo"],
  columns: {
    ...pick(mold, "moldNo", "moldName", "oemName", "plantId", "plantName", "projectName"),
    lifeUsed: field.decimal(1, { unit: "%", virtual: true }),
    lifeEnd: forecast("LIFE_END"),
    lifeEarliest: forecast("LIFE_EARLIEST"),
    lifeLatest: forecast("LIFE_LATEST"),
    dailyDue: forecast("DAILY_DUE"),
    dailyEarliest: forecast("DAILY_EARLIEST"),
    dailyLatest: forecast("DAILY_LATEST"),
    majorDue: forecast("MAJOR_DUE"),
    majorEarliest: forecast("MAJOR_EARLIEST"),
    majorLatest: forecast("MAJOR_LATEST"),
    battery: field.int({ wire: "percentage", unit: "%", virtual: true }),
    batteryEnd: forecast("BATTERY_END"),
    batteryEarliest: forecast("BATTERY_EARLIEST"),
    batteryLatest: forecast("BATTERY_LATEST"),
    usualCycle: field.decimal(2, { unit: "s", virtual: true }),
    recentCycle: field.decimal(2, { unit: "s", virtual: true }),
    cycleDrift: field.decimal(2, { unit: "%", virtual: true }),
    isDrifting: field.flag({ virtual: true }),
    forecastAt: field.time({ virtual: true }),
  },
});

const range = {
  at: field.time({ required: true }),
  earliest: field.time({ required: true }),
  /** Latest day of the forecast's range; null if this day is more than five years ahead. */
  latest: field.time(),
};
export type ForecastRange = OutputOf<typeof range>;

/** Computes the forecasts of one mold now, without the hourly job's stored results. */
export const moldForecast = defineCommand({
  type: "rf_MoldForecast",
  isReport: true,
  access: right(menus.mold, "Q"),
  input: { moldNo: field.text(50, { required: true }) },
  output: {
    life: output.optional(range),
    daily: output.optional(range),
    major: output.optional(range),
    battery: output.optional(range),
    drift: output.optional({
      usual: field.decimal(2, { required: true, unit: "s" }),
      recent: field.decimal(2, { required: true, unit: "s" }),
      percent: field.decimal(2, { required: true, unit: "%" }),
      isReal: output.bool(),
    }),
  },
});
export type MoldForecast = CommandOutput<typeof moldForecast>;
