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
    mountedAt: "Mounted at",
    unmountedAt: "Unmounted at",
    mountedBy: "Mounted by",
    unmountedBy: "Unmounted by",
    mountTime: "Mounted at",
    unmountTime: "Unmounted at",
    unmountReason: "Reason for unmounting",
    neededTonnage: "Required tonnage",
    mounted: "Mounted",
    day: "Day",
    shotsToday: "Shots today",
  },
};
