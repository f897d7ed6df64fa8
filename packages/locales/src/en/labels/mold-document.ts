/** Labels of the fields in packages/contract/src/mold-document. */
export const moldDocumentLabels = {
  fields: {
    documentNo: "Document no.",
    documentKind: "Document",
    documentTime: "In force since",
    fromPlantId: "From plant",
    toPlantId: "To plant",
    fromState: "From state",
    toState: "To state",
    fromMakerId: "From maker",
    toMakerId: "To maker",
    countThen: "Shots then",
  },
};
