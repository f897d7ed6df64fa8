/** Labels of the menus and fields in packages/contract/src/product. */
export const productLabels = {
  menus: {
    product: "產品資料",
  },
  fields: {
    goodsId: "產品編碼",
    goodsName: "產品名稱",
    goodsModel: "型號",
    goodsType: "產品類型",
    goodsUnit: "單位",
    unitPrice: "單價",
    stockQty: "庫存",
    lowStockQty: "低庫存線",
    offShelf: "已下架",
    pictureCount: "圖片數",
    fileIds: "圖片",
  },
};
