import { mold } from "../basic/mold.entity.ts";
import { defineCommand, defineQuery, field, pick } from "../kernel/index.ts";

const forecast = (wire: string) => field.time({ wire, virtual: true });

/** What is to come of each mold, as it was worked out within the last hour. */
export const moldForecasts = defineQuery({
  menu: "BS101",
  id: "Q30",
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

export interface ForecastRange {
  readonly AT: string;
  readonly EARLIEST: string;
  readonly LATEST: string | null;
}

export interface MoldForecast {
  readonly LIFE: ForecastRange | null;
  readonly DAILY: ForecastRange | null;
  readonly MAJOR: ForecastRange | null;
  readonly BATTERY: ForecastRange | null;
  readonly DRIFT: {
    readonly USUAL: number;
    readonly RECENT: number;
    readonly PERCENT: number;
    readonly IS_REAL: boolean;
  } | null;
}

/** The same of one mold, as of now. */
export const moldForecast = defineCommand<MoldForecast>()({
  type: "rf_MoldForecast",
  right: { menu: "BS101", action: "Q" },
  input: { moldNo: field.text(50, { required: true }) },
});
