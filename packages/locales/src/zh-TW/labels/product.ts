/** Labels of the menus and fields in packages/contract/src/product. */
export const productLabels = {
  menus: {
    product: "產品資料",
  },
  fields: {
    goodsId: "產品編碼",
    goodsName: "產品名稱",
    goodsNameTw: "產品名稱（繁體）",
    goodsNameEn: "產品名稱（英文）",
    goodsModel: "型號",
    goodsType: "產品類型",
    goodsUnit: "單位",
    goodsUnitTw: "單位（繁體）",
    goodsUnitEn: "單位（英文）",
    remarkTw: "備註（繁體）",
    remarkEn: "備註（英文）",
    unitPrice: "單價",
    stockQty: "庫存",
    lowStockQty: "低庫存線",
    offShelf: "已下架",
    pictureCount: "圖片數",
    fileIds: "圖片",
  },
};
