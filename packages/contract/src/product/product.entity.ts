import { counterType } from "../counter/counter.entity.ts";
import { goodsType } from "../enumerations.ts";
import { archiving, defineEntity, field, onlyWriters, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** Price of a piece: above 0, with at most four decimals. */
const price = field.decimal(4, { unit: "yuan", required: true, min: 0.0001, max: 100_000_000 });

/** A product that the shop sells (spec shop §3, Goods). Prices have four decimals (spec admin §9). */
export const product = defineEntity({
  name: "product",
  wire: "GOODS_INFO",
  access: tableRights(menus.product, {
    writers: onlyWriters("staff"),
    // Fields that visitors of the shop see without a log-in (spec shop §2).
    anonymousFields: [
      "goodsId",
      "goodsName",
      "goodsNameTw",
      "goodsNameEn",
      "goodsModel",
      "goodsType",
      "goodsUnit",
      "goodsUnitTw",
      "goodsUnitEn",
      "unitPrice",
      "stockQty",
      "offShelf",
      "remark",
      "remarkTw",
      "remarkEn",
    ],
  }),
  key: ["goodsId"],
  fields: {
    goodsId: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    /** Name in simplified Chinese. Pages in another language show this name if there is no translation. */
    goodsName: field.text(100, { required: true }),
    goodsNameTw: field.text(100),
    goodsNameEn: field.text(100),
    goodsModel: field.text(50),
    goodsType: field.choice(goodsType, { wire: "GOOD_TYPE", required: true }),
    /**
     * Unit and description are in simplified Chinese. Each may have a traditional Chinese and an English translation.
     */
    goodsUnit: field.text(20, { wire: "UNIT" }),
    goodsUnitTw: field.text(20),
    goodsUnitEn: field.text(20),
    /** Counter type with which sold counters of this product are registered. Null: LTE. */
    counterType: field.choice(counterType, { wire: "WRITER_TYPE" }),
    unitPrice: price,
    /** Stock. A new product may begin with a stock; afterwards only documents of the shop change it. */
    stockQty: field.int({
      wire: "SC_STOCK_QTY",
      min: 0,
      max: 1_000_000_000,
      hasDefault: true,
      atCreation: true,
      isAmount: true,
    }),
    /** Low-stock limit: screens mark the stock as low at or below this quantity. Null: no mark. */
    lowStockQty: field.int({ min: 0, max: 1_000_000_000 }),
    offShelf: field.flag({ wire: "LOWER_SHELF", required: true }),
    remark: field.text(500, { wire: "GOODS_REMARK" }),
    remarkTw: field.text(500, { wire: "GOODS_REMARK_TW" }),
    remarkEn: field.text(500, { wire: "GOODS_REMARK_EN" }),
    ...archiving,
  },
});

/** Returns the name of a product, or of an order line, in a language. */
export function goodsNameIn(
  language: string,
  g: { readonly [K in "goodsName" | "goodsNameTw" | "goodsNameEn"]: string | null },
): string {
  const own = language === "en" ? g.goodsNameEn : language === "zh_TW" ? g.goodsNameTw : null;
  return own ?? g.goodsName ?? "";
}

/** Texts of a product beside its name, in three languages. */
export type GoodsTexts = {
  readonly [K in "goodsUnit" | "goodsUnitTw" | "goodsUnitEn" | "remark" | "remarkTw" | "remarkEn"]:
    | string
    | null;
};

/** Returns unit and description of a product in a language. Without a translation they are in simplified Chinese. */
export function goodsTextsIn(language: string, g: GoodsTexts): Pick<GoodsTexts, "goodsUnit" | "remark"> {
  if (language === "en") return { goodsUnit: g.goodsUnitEn ?? g.goodsUnit, remark: g.remarkEn ?? g.remark };
  if (language === "zh_TW")
    return { goodsUnit: g.goodsUnitTw ?? g.goodsUnit, remark: g.remarkTw ?? g.remark };
  return g;
}

/** The price that one OEM pays for a product instead of the general price. */
export const productPrice = defineEntity({
  name: "productPrice",
  wire: "GOODS_OEM_PRICE",
  access: tableRights(menus.product, { writers: onlyWriters("staff") }),
  key: ["goodsId", "oemName"],
  fields: {
    goodsId: field.text(50, { required: true, isPart: true, reference: "GOODS_INFO" }),
    /** Name of the host factory. The shop identifies host factories by name, not by id. */
    oemName: field.text(100, { required: true }),
    unitPrice: price,
  },
});

/** Places where the shop shows a product's pictures: values of OT_ID2 in file records (spec shop §3, File record). */
export const productPicture = { main: "GOODS_IMAG", introduction: "INTRODUCE_IMAG" } as const;
