/** Labels of fields that several areas share. */
export const commonLabels = {
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
