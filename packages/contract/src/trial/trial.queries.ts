import { device } from "../basic/device.entity.ts";
import { mold } from "../basic/mold.entity.ts";
import { defineQuery, field, pick } from "../kernel/index.ts";
import { moldTrial } from "./trial.entity.ts";

export const trialList = defineQuery({
  menu: "TR101",
  id: "Q01",
  key: ["trialId"],
  columns: {
    ...moldTrial.fields,
    ...pick(mold, "moldName", "plantId", "plantName", "oemName", "serviceState"),
    deviceName: device.fields.deviceName,
    busyTrial: field.text(50, { virtual: true }),
  },
});
