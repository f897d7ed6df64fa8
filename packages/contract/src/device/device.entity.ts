import { archiving, defineEntity, defineEnum, field, onlyWriters, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { orgType } from "../system/system.entity.ts";

export const deviceState = defineEnum("deviceState", { inService: 0, inRepair: 1, stopped: 2, scrapped: 3 });

/** An injection machine of an injection plant (spec admin §3, Device). */
export const device = defineEntity({
  name: "device",
  wire: "BS_DEVICE",
  access: tableRights(menus.device, { writers: onlyWriters("staff", "plant") }),
  key: ["deviceId"],
  fields: {
    deviceId: field.text(50, { wire: "DEV_ID", required: true, pattern: /^\S(.*\S)?$/ }),
    deviceName: field.text(100, { wire: "DEV_NAME", required: true }),
    pressTonnage: field.decimal(1, { wire: "DEV_TON", unit: "t", required: true, min: 1, max: 20_000 }),
    dutyMan: field.text(50, { required: true }),
    plantId: field.text(50, {
      required: true,
      reference: "SYS_ORG",
      referenceIs: { type: orgType.values.plant },
    }),
    plantName: field.text(100, { virtual: true }),
    deviceState: field.choice(deviceState, { wire: "DEV_STAT", required: true }),
    remark: field.text(500),
    ...archiving,
  },
});

/** A mounting: a mold sat on a machine from `mountedAt` until `unmountedAt`. Only commands write this table. */
export const deviceMold = defineEntity({
  name: "deviceMold",
  wire: "BS_DEVICE_MOLD",
  access: tableRights(menus.mounting),
  key: ["mountId"],
  fields: {
    mountId: field.int({ readOnly: true }),
    deviceId: field.text(50, { wire: "DEV_ID", readOnly: true, reference: "BS_DEVICE" }),
    moldNo: field.text(50, { readOnly: true, reference: "BS_MOLD" }),
    mountedAt: field.time({ wire: "MOUNT_TIME", readOnly: true }),
    unmountedAt: field.time({ wire: "UNMOUNT_TIME", readOnly: true }),
    mountedBy: field.text(50, { wire: "MOUNT_BY", readOnly: true }),
    unmountedBy: field.text(50, { wire: "UNMOUNT_BY", readOnly: true }),
    /** Why the mold was mounted although the machine has less tonnage than the mold needs. */
    reason: field.text(200, { readOnly: true }),
    unmountReason: field.text(200, { readOnly: true }),
  },
});
