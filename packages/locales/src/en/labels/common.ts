/** Labels of what several areas share: menus and fields. */
export const commonLabels = {
  fields: {
    // stamps
    createdBy: "Created by",
    createdDate: "Created",
    updatedBy: "Updated by",
    updatedDate: "Updated",
    remark: "Remark",
    reason: "Reason",
    note: "Note",
    // import
    rows: "Rows",
    checkOnly: "Check only",
  },
};
