import { defineQuery, field, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { moldTrial } from "./trial.entity.ts";

export const trialList = defineQuery({
  menu: menus.oldMoldTrial,
  id: "Q01",
  access: right(menus.oldMoldTrial, "Q"),
  key: ["trialId"],
  columns: {
    ...moldTrial.fields,
    ...pick(mold, "moldName", "plantId", "plantName", "oemName", "serviceState"),
    deviceName: field.text(100, { wire: "DEV_NAME", virtual: true }),
    /** Number of another trial of the same mold that is running now; null if no other trial is running. */
    busyTrial: field.text(50, { virtual: true }),
  },
});
