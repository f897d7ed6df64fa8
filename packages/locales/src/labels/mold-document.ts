/** Labels of the menus and fields in packages/contract/src/mold-document. */
export const en = {
  menus: {},
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

export const zhCN: typeof en = {
  menus: {},
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

export const zhTW: typeof en = {
  menus: {},
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
