/** Labels of the fields in packages/contract/src/mold-document. */
export const moldDocumentLabels = {
  fields: {
    documentNo: "單據號",
    documentKind: "單據類型",
    documentTime: "生效時間",
    fromPlantId: "調出射出廠",
    toPlantId: "調入射出廠",
    fromState: "原狀態",
    toState: "新狀態",
    fromMakerId: "原製造商",
    toMakerId: "新製造商",
    countThen: "當時模次",
  },
};
