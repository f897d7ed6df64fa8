/** Labels of the menus and fields in packages/contract/src/device. */
export const deviceLabels = {
  menus: {
    device: "设备信息",
    mounting: "设备绑定",
  },
  fields: {
    deviceId: "设备编号",
    deviceName: "设备名称",
    deviceState: "设备状态",
    dutyMan: "责任人",
    mountId: "上机编号",
    mountedAt: "上机时间",
    unmountedAt: "下机时间",
    mountedBy: "上机人",
    unmountedBy: "下机人",
    mountTime: "上机时间",
    unmountTime: "下机时间",
    unmountReason: "下机原因",
    neededTonnage: "所需吨位",
    mounted: "在机",
    day: "日期",
    shotsToday: "今日模次",
  },
};
