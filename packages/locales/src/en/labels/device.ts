/** Labels of the menus and fields in packages/contract/src/device. */
export const deviceLabels = {
  menus: {
    device: "Machines",
    mounting: "Machine binding",
  },
  fields: {
    deviceId: "Machine no.",
    deviceName: "Machine name",
    deviceState: "Machine state",
    dutyMan: "Duty person",
    mountId: "Mounting no.",
    mountedAt: "Mounted",
    unmountedAt: "Taken off",
    mountedBy: "Mounted by",
    unmountedBy: "Taken off by",
    mountTime: "Mounted",
    unmountTime: "Taken off",
    unmountReason: "Why taken off",
    neededTonnage: "Tonnage needed",
    mounted: "On the machine",
    day: "Day",
    shotsToday: "Shots today",
  },
};
