/** Labels of the menus and fields in packages/contract/src/mold-document. */
export const moldDocumentLabels = {
  fields: {
    documentNo: "单据号",
    documentKind: "单据类型",
    documentTime: "生效时间",
    fromPlantId: "调出注塑厂",
    toPlantId: "调入注塑厂",
    countThen: "当时模次",
  },
};
