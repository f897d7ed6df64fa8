/** Labels of the fields in packages/contract/src/mold-document. */
export const moldDocumentLabels = {
  fields: {
    documentNo: "单据号",
    documentKind: "单据类型",
    documentTime: "生效时间",
    fromPlantId: "调出注塑厂",
    toPlantId: "调入注塑厂",
    fromState: "原状态",
    toState: "新状态",
    fromMakerId: "原制造商",
    toMakerId: "新制造商",
    countThen: "当时模次",
  },
};
