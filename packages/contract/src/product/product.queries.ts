import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product, productPrice } from "./product.entity.ts";

export const productList = defineQuery({
  menu: menus.product,
  id: "Q01",
  access: right(menus.product, "Q"),
  key: ["goodsId"],
  columns: {
    ...product.fields,
    isLowStock: field.flag({ virtual: true }),
    pictureCount: field.int({ virtual: true }),
    /** Path of the product's first picture. The shop shows it in lists. */
    goodsImage: field.text(300, { wire: "GOODS_IMAG", virtual: true }),
  },
});

export const productPriceList = defineQuery({
  menu: menus.product,
  id: "Q02",
  access: right(menus.product, "Q"),
  key: ["goodsId", "oemName"],
  columns: productPrice.fields,
});

/**
 * Lists the pictures of products. `part` is the place at which the shop shows a picture, and `seq` the position within
 * this place.
 */
export const productPictures = defineQuery({
  menu: menus.product,
  id: "Q03",
  access: right(menus.product, "Q"),
  key: ["goodsId", "part", "fileId"],
  columns: {
    goodsId: field.text(50),
    part: field.text(100, { wire: "OT_ID2" }),
    seq: field.int(),
    fileId: field.text(40, { wire: "ID" }),
    fileName: field.text(200),
    filePath: field.text(300),
  },
});
