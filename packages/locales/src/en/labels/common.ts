/** Labels of menus and fields that several areas share. */
export const commonLabels = {
  fields: {
    // Fields of every stored record
    createdBy: "Created by",
    createdDate: "Created",
    updatedBy: "Updated by",
    updatedDate: "Updated",
    remark: "Remark",
    reason: "Reason",
    note: "Note",
    // Fields of imports
    rows: "Rows",
    checkOnly: "Check only",
  },
};
