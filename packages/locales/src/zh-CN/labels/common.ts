/** Labels of fields that several areas share. */
export const commonLabels = {
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
