import type { Texts } from "../types.ts";
import type { device as model } from "../zh-CN/device.ts";

export const device: Texts<typeof model> = {
  emptyHint: "Add the first injection machine. Then you can mount molds on it.",
  day: {
    action: "Daily output",
    title: (name) => `Daily output · ${name}`,
    sum: (n) => `${n} shots`,
    none: "No shots on this day",
    noneHint: "The shots of mounted molds are shown here by hour.",
  },
  mount: "Mount",
  mountTitle: "Mount a mold",
  mountLead:
    "Mold and machine must be at the same plant. A reason is required if the machine has less tonnage than the mold needs.",
  timeHint: "Empty: now",
  reasonHint: "Required only if the machine's tonnage is too small",
  mountedNow: "Mounted",
  unmount: "Unmount",
  unmountTitle: (mold, machine) => `Unmount ${mold} from ${machine}`,
  unmountedNow: "Unmounted",
  active: "Mounted",
  all: "All",
  ended: "Unmounted",
  carries: (mold) => `carries ${mold}`,
  tons: (n) => `${n} t`,
  none: "No mountings yet",
  noneActive: "No mounted molds",
  noneHint: "Record which mold is on which machine to see the machine's output.",
  short: "Too small",
};
