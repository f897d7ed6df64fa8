/** Labels of what packages/contract/src/mold-document declares: menus and fields. */
export const moldDocumentLabels = {
  fields: {
    documentNo: "Document no.",
    documentKind: "Document",
    documentTime: "In force since",
    fromPlantId: "From plant",
    toPlantId: "To plant",
    countThen: "Shots then",
  },
};
