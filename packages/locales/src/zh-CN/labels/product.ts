/** Labels of the menus and fields in packages/contract/src/product. */
export const productLabels = {
  menus: {
    product: "产品信息",
  },
  fields: {
    goodsId: "产品编码",
    goodsName: "产品名称",
    goodsNameTw: "产品名称（繁体）",
    goodsNameEn: "产品名称（英文）",
    goodsModel: "型号",
    goodsType: "产品类型",
    goodsUnit: "单位",
    goodsUnitTw: "单位（繁体）",
    goodsUnitEn: "单位（英文）",
    remarkTw: "备注（繁体）",
    remarkEn: "备注（英文）",
    unitPrice: "单价",
    stockQty: "库存",
    lowStockQty: "低库存线",
    offShelf: "已下架",
    pictureCount: "图片数",
    fileIds: "图片",
  },
};
