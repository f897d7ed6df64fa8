/** Labels of the menus and fields in packages/contract/src/product. */
export const en = {
  menus: {
    product: "Products",
  },
  fields: {
    goodsId: "Product code",
    goodsName: "Product name",
    goodsNameTw: "Name (traditional Chinese)",
    goodsNameEn: "Name (English)",
    goodsModel: "Model",
    goodsType: "Product type",
    goodsUnit: "Unit",
    goodsUnitTw: "Unit (traditional Chinese)",
    goodsUnitEn: "Unit (English)",
    remarkTw: "Remark (traditional Chinese)",
    remarkEn: "Remark (English)",
    unitPrice: "Unit price",
    stockQty: "Stock",
    lowStockQty: "Low stock at",
    offShelf: "Off sale",
    pictureCount: "Pictures",
    fileIds: "Pictures",
  },
};

export const zhCN: typeof en = {
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

export const zhTW: typeof en = {
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
