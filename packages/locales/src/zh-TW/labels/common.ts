/** Labels of fields that several areas share. */
export const commonLabels = {
  fields: {
    // Labels of the fields that every stored record has.
    createdBy: "建立者",
    createdDate: "建立時間",
    updatedBy: "修改者",
    isSample: "示例資料",
    archivedDate: "歸檔時間",
    updatedDate: "修改時間",
    remark: "備註",
    reason: "原因",
    note: "處理說明",
    // Labels of the fields that the commands for imports have.
    rows: "資料列",
    checkOnly: "僅檢查",
  },
};
