/** Labels of what packages/contract/src/warning declares: menus and fields. */
export const warningLabels = {
  menus: {
    warningSection: "预警管理",
    allWarnings: "全部预警",
    batteryWarnings: "低电量预警",
    removalWarnings: "标签拆除预警",
    cycleWarnings: "成型周期预警",
    positionWarnings: "位置异常预警",
    signalWarnings: "信号异常预警",
    idleWarnings: "模具闲置预警",
    unboundWarnings: "计数器未绑定预警",
  },
  fields: {
    warningIds: "预警",
    // warnings
    batteryDaysLeft: "预计还可用",
    silentHours: "无上报时长",
    idleDays: "闲置天数",
    unboundDays: "未绑定天数",
    unboundShots: "未绑定模次",
    // warning
    warningId: "预警编号",
    level: "级别",
    openedAt: "发生时间",
    lastAt: "最近发生",
    clearedAt: "关闭时间",
    clearedBy: "关闭人",
    clearNote: "关闭说明",
    recurrences: "重复次数",
    acknowledgedAt: "确认时间",
    acknowledgedBy: "确认人",
    cause: "起因",
    isOpen: "未关闭",
    causeGone: "原因已消除",
  },
};
