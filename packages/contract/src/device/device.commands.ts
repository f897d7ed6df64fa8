import { defineCommand, defineImport, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { device } from "./device.entity.ts";

const mountId = field.int({ required: true });

export const mountMold = defineCommand({
  type: "rf_MountMold",
  access: right(menus.mounting, "A"),
  input: {
    deviceId: field.text(50, { wire: "DEV_ID", required: true, reference: "BS_DEVICE" }),
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    mountTime: field.time(),
    /** Reason why the mold is mounted on this machine. Required if the machine has less tonnage than the mold needs. */
    reason: field.text(200),
  },
  output: { mountId },
});

export const unmountMold = defineCommand({
  type: "rf_UnmountMold",
  access: right(menus.mounting, "M"),
  input: {
    mountId,
    unmountTime: field.time(),
    unmountReason: field.text(200),
  },
  output: { mountId },
});

const shots = field.int({ required: true, unit: "shots" });

/** Returns the shots of a machine by hour and mold for one day in the tenant's zone. Default: today. */
export const deviceDay = defineCommand({
  type: "rf_DeviceDay",
  isReport: true,
  access: right(menus.device, "Q"),
  input: { deviceId: field.text(50, { wire: "DEV_ID", required: true }), day: field.date() },
  output: {
    shots,
    hours: output.rows({
      /** Start of the hour in which the shots were made. */
      time: field.time({ required: true }),
      moldNo: field.text(50, { required: true }),
      shots,
    }),
  },
});

export const importDevices = defineImport("rf_ImportDevices", device);
