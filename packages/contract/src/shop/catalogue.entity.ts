import { customer } from "../customer/customer.entity.ts";
import { anonymous, defineEntity, defineQuery, field, pick, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "../product/product.entity.ts";
import { anyPhonePattern } from "./address.ts";

/** A delivery address of a customer (spec shop §3, Address). */
export const customerAddress = defineEntity({
  name: "customerAddress",
  wire: "BS_CUST_DT",
  access: tableRights(menus.customer),
  key: ["addressId"],
  fields: {
    addressId: field.int({ wire: "DT_ID", readOnly: true }),
    custId: field.text(50, { reference: "BS_CUST", isPart: true }),
    recMan: field.text(50, { required: true }),
    recTel: field.text(20, { required: true, pattern: anyPhonePattern }),
    recProvince: field.text(50),
    recCity: field.text(50),
    recDistrict: field.text(50, { wire: "REC_EXPAREA" }),
    recAddress: field.text(120, { wire: "REC_ADDR" }),
    isDefault: field.flag(),
  },
});

/** Host factories whose goods and prices a customer may choose. */
export const customerOem = defineEntity({
  name: "customerOem",
  wire: "CUST_BELONG_OEM",
  access: tableRights(menus.customer),
  key: ["custId", "oemName"],
  fields: {
    custId: field.text(50, { required: true, isPart: true, reference: "BS_CUST" }),
    oemName: field.text(100, { required: true }),
  },
});

/** Customers: a customer's user sees its own, staff see all. */
export const customerById = defineQuery({
  menu: menus.customer,
  id: "Q04",
  access: right(menus.customer, "Q"),
  key: ["custId"],
  columns: customer.fields,
});

/**
 * Products on sale. Visitors see each product once, at its general price. Customers see it once for each of their host
 * factories, at that host factory's price.
 */
export const shopGoods = defineQuery({
  menu: menus.customer,
  id: "Q21",
  access: anonymous,
  key: ["goodsId", "oemName"],
  columns: {
    ...pick(
      product,
      "goodsId",
      "goodsName",
      "goodsModel",
      "goodsType",
      "goodsUnit",
      "unitPrice",
      "offShelf",
      "remark",
    ),
    oemName: field.text(100, { virtual: true }),
    /** Available quantity: stock without the reserved pieces. */
    stockQty: field.int({ wire: "SC_STOCK_QTY", virtual: true }),
    goodsImage: field.text(300, { wire: "GOODS_IMAG", virtual: true }),
    /** Popular: sold often in the past 30 days. The shop shows these products first. */
    isPro: field.flag({ virtual: true }),
  },
});

/** Prices of products per customer and host factory. */
export const shopPrices = defineQuery({
  menu: menus.customer,
  id: "Q22",
  access: right(menus.customer, "Q"),
  key: ["custId", "goodsId", "oemName"],
  columns: {
    custId: customer.fields.custId,
    goodsId: product.fields.goodsId,
    oemName: field.text(100),
    unitPrice: product.fields.unitPrice,
  },
});

/** Pictures of products on sale. */
export const shopPictures = defineQuery({
  menu: menus.customer,
  id: "Q23",
  access: anonymous,
  key: ["goodsId", "part", "fileId"],
  columns: {
    goodsId: field.text(50),
    part: field.text(100, { wire: "OT_ID2" }),
    seq: field.int(),
    fileId: field.text(40, { wire: "ID" }),
    filePath: field.text(300),
  },
});
