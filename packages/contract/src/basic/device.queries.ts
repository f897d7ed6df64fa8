import { defineQuery, field, pick } from "../kernel/index.ts";
import { device, deviceMold } from "./device.entity.ts";

export const deviceList = defineQuery({
  menu: "BS107",
  id: "Q01",
  key: ["deviceId"],
  columns: {
    ...device.fields,
    moldNo: field.text(50, { virtual: true }),
    moldName: field.text(100, { virtual: true }),
    mountedAt: deviceMold.fields.mountedAt,
    shotsToday: field.int({ unit: "shots", virtual: true }),
  },
});

export const deviceMoldList = defineQuery({
  menu: "BS108",
  id: "Q01",
  key: ["mountId"],
  columns: {
    ...deviceMold.fields,
    deviceName: device.fields.deviceName,
    ...pick(device, "pressTonnage", "plantName"),
    moldName: field.text(100, { virtual: true }),
    neededTonnage: field.decimal(1, { wire: "MOLD_TON", unit: "t", virtual: true }),
    mounted: field.flag({ wire: "IS_ACTIVE", virtual: true }),
    /** Of the hours that began while it was mounted. */
    shots: field.int({ unit: "shots", virtual: true }),
  },
});

/** Machines to choose from when a mold is mounted. */
export const deviceChoices = defineQuery({
  menu: "BS108",
  id: "Q02",
  key: ["deviceId"],
  columns: {
    ...pick(device, "deviceId", "deviceName", "pressTonnage", "plantId", "plantName", "deviceState"),
    moldNo: field.text(50, { virtual: true }),
  },
});
