/** Labels of the menus and fields in packages/contract/src/mold-document. */
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
