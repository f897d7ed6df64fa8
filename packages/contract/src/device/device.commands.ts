import { defineImport, defineWireCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const mountMold = defineWireCommand<{ readonly MOUNT_ID: number }>()({
  type: "rf_MountMold",
  access: right(menus.mounting, "A"),
  input: {
    deviceId: field.text(50, { wire: "DEV_ID", required: true }),
    moldNo: field.text(50, { required: true }),
    mountTime: field.time(),
    /** Needed where the machine is smaller than the mold asks for. */
    reason: field.text(200),
  },
});

export const unmountMold = defineWireCommand<{ readonly MOUNT_ID: number }>()({
  type: "rf_UnmountMold",
  access: right(menus.mounting, "M"),
  input: {
    mountId: field.int({ required: true }),
    unmountTime: field.time(),
    unmountReason: field.text(200),
  },
});

export interface DeviceHour {
  readonly TIME: string;
  readonly MOLD_NO: string;
  readonly SHOTS: number;
}

/** What a machine did on a day of the tenant's zone, hour by hour; today where none is given. */
export const deviceDay = defineWireCommand<{
  readonly SHOTS: number;
  readonly HOURS: readonly DeviceHour[];
}>()({
  type: "rf_DeviceDay",
  access: right(menus.device, "Q"),
  input: { deviceId: field.text(50, { wire: "DEV_ID", required: true }), day: field.date() },
});

export const importDevices = defineImport("rf_ImportDevices", menus.device);
