/** Labels of the menus and fields in packages/contract/src/device. */
export const deviceLabels = {
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
