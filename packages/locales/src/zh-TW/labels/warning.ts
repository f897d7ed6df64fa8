/** Labels of what packages/contract/src/warning declares: menus and fields. */
export const warningLabels = {
  menus: {
    warningSection: "預警管理",
    allWarnings: "全部預警",
    batteryWarnings: "低電量預警",
    removalWarnings: "標籤拆除預警",
    cycleWarnings: "成型週期預警",
    positionWarnings: "位置異常預警",
    signalWarnings: "訊號異常預警",
    idleWarnings: "模具閒置預警",
    unboundWarnings: "計數器未綁定預警",
  },
  fields: {
    warningIds: "預警",
    // warnings
    batteryDaysLeft: "預計還可用",
    silentHours: "無回報時長",
    idleDays: "閒置天數",
    unboundDays: "未綁定天數",
    unboundShots: "未綁定模次",
    // warning
    warningId: "預警編號",
    level: "等級",
    openedAt: "發生時間",
    lastAt: "最近發生",
    clearedAt: "結案時間",
    clearedBy: "結案者",
    clearNote: "結案說明",
    recurrences: "重複次數",
    acknowledgedAt: "確認時間",
    acknowledgedBy: "確認者",
    cause: "起因",
    isOpen: "未結案",
    causeGone: "原因已消除",
  },
};
