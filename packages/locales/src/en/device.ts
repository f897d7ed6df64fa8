import type { Texts } from "../types.ts";
import type { device as model } from "../zh-CN/device.ts";

export const device: Texts<typeof model> = {
  emptyHint: "Add the first injection machine; molds can then be mounted on it.",
  day: {
    action: "Day",
    title: (name) => `Shots of a day · ${name}`,
    sum: (n) => `${n} shots in all`,
    none: "No shots on this day",
    noneHint: "Once a mold is mounted, its counter's shots are shown here by the hour.",
  },
  mount: "Mount",
  mountTitle: "Mount a mold",
  mountLead:
    "Mold and machine must be at one plant. A machine smaller than the mold asks for needs a reason.",
  timeHint: "Empty: now",
  reasonHint: "Needed only where the machine is too small",
  mountedNow: "Mounted",
  unmount: "Take off",
  unmountTitle: (mold, machine) => `Take ${mold} off ${machine}`,
  unmountedNow: "Taken off",
  active: "Mounted",
  all: "All",
  ended: "Taken off",
  carries: (mold) => `carries ${mold}`,
  tons: (n) => `${n} t`,
  none: "Nothing was mounted yet",
  noneActive: "No mold is on a machine",
  noneHint: "Say which mold is on which machine: what the machine makes can then be seen.",
  short: "Too small",
};
