/** Labels of fields that several areas share. */
export const en = {
  fields: {
    // Labels of the fields that every stored record has.
    createdBy: "Created by",
    createdDate: "Created",
    updatedBy: "Updated by",
    isSample: "Sample data",
    archivedDate: "Archived at",
    updatedDate: "Updated",
    remark: "Remark",
    reason: "Reason",
    note: "Note",
    // Labels of the fields that the commands for imports have.
    rows: "Rows",
    checkOnly: "Check only",
  },
};

export const zhCN: typeof en = {
  fields: {
    // Labels of the fields that every stored record has.
    createdBy: "创建人",
    createdDate: "创建时间",
    updatedBy: "修改人",
    isSample: "示例数据",
    archivedDate: "归档时间",
    updatedDate: "修改时间",
    remark: "备注",
    reason: "原因",
    note: "处理说明",
    // Labels of the fields that the commands for imports have.
    rows: "数据行",
    checkOnly: "仅检查",
  },
};

export const zhTW: typeof en = {
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
