/** Labels of the menus and fields in packages/contract/src/device. */
export const en = {
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

export const zhCN: typeof en = {
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

export const zhTW: typeof en = {
  menus: {
    device: "設備資料",
    mounting: "設備綁定",
  },
  fields: {
    deviceId: "設備編號",
    deviceName: "設備名稱",
    deviceState: "設備狀態",
    dutyMan: "責任人",
    mountId: "上機編號",
    mountedAt: "上機時間",
    unmountedAt: "下機時間",
    mountedBy: "上機人",
    unmountedBy: "下機人",
    mountTime: "上機時間",
    unmountTime: "下機時間",
    unmountReason: "下機原因",
    neededTonnage: "所需噸數",
    mounted: "在機",
    day: "日期",
    shotsToday: "今日模次",
  },
};
