import { goodsType } from "../enumerations.ts";
import { defineEntity, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** What is sold: in the shop too (spec shop §3, Goods). Prices have four decimals (spec admin §9). */
export const product = defineEntity({
  name: "product",
  wire: "GOODS_INFO",
  access: tableRights(menus.product, {
    // The shop shows these to visitors (spec shop §2).
    anonymousFields: [
      "goodsId",
      "goodsName",
      "goodsModel",
      "goodsType",
      "goodsUnit",
      "unitPrice",
      "stockQty",
      "offShelf",
      "remark",
    ],
  }),
  key: ["goodsId"],
  fields: {
    goodsId: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    goodsName: field.text(100, { required: true }),
    goodsModel: field.text(50),
    goodsType: field.choice(goodsType, { wire: "GOOD_TYPE", required: true }),
    goodsUnit: field.text(20, { wire: "UNIT" }),
    unitPrice: field.decimal(4, { unit: "yuan", required: true, min: 0, max: 100_000_000 }),
    stockQty: field.int({ wire: "SC_STOCK_QTY", min: 0, max: 1_000_000_000 }),
    /** Stock at or below this is low; empty: it is not watched. */
    lowStockQty: field.int({ min: 0, max: 1_000_000_000 }),
    offShelf: field.flag({ wire: "LOWER_SHELF", required: true }),
    remark: field.text(500, { wire: "GOODS_REMARK" }),
  },
});

/** What an OEM pays for it instead of the general price. */
export const productPrice = defineEntity({
  name: "productPrice",
  wire: "GOODS_OEM_PRICE",
  access: tableRights(menus.product),
  key: ["goodsId", "oemName"],
  fields: {
    goodsId: field.text(50, { required: true, isPart: true, reference: "GOODS_INFO" }),
    /** A host factory by its name, as everywhere in the shop. */
    oemName: field.text(100, { required: true }),
    unitPrice: field.decimal(4, { unit: "yuan", required: true, min: 0, max: 100_000_000 }),
  },
});

/** Where a picture belongs: OT_ID2 of its file (spec shop §3, File record). */
export const productPicture = { main: "GOODS_IMAG", introduction: "INTRODUCE_IMAG" } as const;
