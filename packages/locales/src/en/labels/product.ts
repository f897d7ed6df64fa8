/** Labels of the menus and fields in packages/contract/src/product. */
export const productLabels = {
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
