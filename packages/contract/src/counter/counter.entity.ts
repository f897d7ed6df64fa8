import { counterChangeStat, limits } from "../enumerations.ts";
import { archiving, defineEntity, defineEnum, field, sampling, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const counterState = defineEnum("counterState", { inStock: 0, inUse: 1, retired: 2 });
export const counterType = defineEnum("counterType", { lte: "LTE", nb: "NB", lora: "LORA" });
export const gpsDefaultHours = limits.gpsIntervalHours;

export const counter = defineEntity({
  name: "counter",
  wire: "BS_WRITER",
  access: tableRights(menus.counterRegistration),
  key: ["writerId"],
  fields: {
    writerId: field.text(50, { required: true, pattern: /^\S+$/ }),
    /** Code of the counter's chip. Messages to the ingest APIs identify the counter by this code. */
    chipCode: field.text(50, {
      wire: "WRITER_IMIE",
      required: true,
      atCreation: true,
      pattern: /^[A-Za-z0-9_-]+$/,
    }),
    type: field.choice(counterType, { wire: "WRITER_TYPE", required: true }),
    state: field.choice(counterState, { wire: "WRITER_STAT", required: true }),
    isValid: field.flag({ required: true }),
    expiresOn: field.date({ wire: "EX_DATE" }),
    gpsEnabled: field.flag({ wire: "ENABLE_GPS", required: true }),
    gpsIntervalHours: field.int({ wire: "INT_GPS", unit: "h", min: 1, max: 720, hasDefault: true }),
    reportIntervalHours: field.decimal(2, {
      wire: "INT_REPORT",
      unit: "h",
      min: 0.01,
      max: 720,
      hasDefault: true,
    }),
    imei: field.text(50),
    firmware: field.text(50),
    approval: field.choice(counterChangeStat, { wire: "C_STAT", readOnly: true }),
    /**
     * User who last asked for approval. A user asks for approval by registering the counter, or by changing the counter
     * before its approval.
     */
    submittedBy: field.text(50, { readOnly: true }),
    remark: field.text(500),
    ...archiving,
    ...sampling,
  },
});
