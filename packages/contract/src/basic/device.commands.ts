import { defineCommand, field } from "../kernel/index.ts";

export const mountMold = defineCommand<{ readonly MOUNT_ID: number }>()({
  type: "rf_MountMold",
  right: { menu: "BS108", action: "A" },
  input: {
    deviceId: field.text(50, { wire: "DEV_ID", required: true }),
    moldNo: field.text(50, { required: true }),
    mountTime: field.time(),
    /** Needed where the machine is smaller than the mold asks for. */
    reason: field.text(200),
  },
});

export const unmountMold = defineCommand<{ readonly MOUNT_ID: number }>()({
  type: "rf_UnmountMold",
  right: { menu: "BS108", action: "M" },
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
export const deviceDay = defineCommand<{
  readonly SHOTS: number;
  readonly HOURS: readonly DeviceHour[];
}>()({
  type: "rf_DeviceDay",
  right: { menu: "BS107", action: "Q" },
  input: { deviceId: field.text(50, { wire: "DEV_ID", required: true }), day: field.date() },
});
