import { defineQuery, field, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { device, deviceMold } from "./device.entity.ts";

export const deviceList = defineQuery({
  menu: menus.device,
  id: "Q01",
  access: right(menus.device, "Q"),
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
  menu: menus.mounting,
  id: "Q01",
  access: right(menus.mounting, "Q"),
  key: ["mountId"],
  columns: {
    ...deviceMold.fields,
    deviceName: device.fields.deviceName,
    ...pick(device, "pressTonnage", "plantName"),
    moldName: field.text(100, { virtual: true }),
    neededTonnage: field.decimal(1, { wire: "MOLD_TON", unit: "t", virtual: true }),
    mounted: field.flag({ wire: "IS_ACTIVE", virtual: true }),
    /** Shots of the mold in all hours that began while it was mounted on this machine. */
    shots: field.int({ unit: "shots", virtual: true }),
  },
});

/**
 * Lists the machines in the caller's scope for the select in the mounting form, each with the mold that is mounted on
 * it now.
 */
export const deviceChoices = defineQuery({
  menu: menus.mounting,
  id: "Q02",
  access: right(menus.mounting, "Q"),
  key: ["deviceId"],
  columns: {
    ...pick(
      device,
      "deviceId",
      "deviceName",
      "pressTonnage",
      "plantId",
      "plantName",
      "deviceState",
      "archivedDate",
    ),
    moldNo: field.text(50, { virtual: true }),
  },
});
