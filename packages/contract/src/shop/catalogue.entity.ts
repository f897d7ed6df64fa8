import { customer } from "../customer/customer.entity.ts";
import {
  anonymous,
  defineEntity,
  defineQuery,
  field,
  onlyWriters,
  pick,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "../product/product.entity.ts";
import { anyPhonePattern } from "./address/index.ts";

export const customerAddress = defineEntity({
  name: "customerAddress",
  wire: "BS_CUST_DT",
  access: tableRights(menus.customer, { writers: { A: ["staff", "customer"] } }),
  key: ["addressId"],
  fields: {
    addressId: field.int({ wire: "DT_ID", readOnly: true }),
    custId: field.text(50, { reference: "BS_CUST", isPart: true, hasDefault: true }),
    recMan: field.text(50, { required: true }),
    recTel: field.text(20, { required: true, pattern: anyPhonePattern }),
    recProvince: field.text(50),
    recCity: field.text(50),
    recDistrict: field.text(50, { wire: "REC_EXPAREA" }),
    recAddress: field.text(120, { wire: "REC_ADDR" }),
    isDefault: field.flag({ hasDefault: true }),
  },
});

/** Links a customer to a host factory for which the customer may buy. Goods and prices depend on the host factory. */
export const customerOem = defineEntity({
  name: "customerOem",
  wire: "CUST_BELONG_OEM",
  access: tableRights(menus.customer, { writers: onlyWriters("staff") }),
  key: ["custId", "oemName"],
  fields: {
    custId: field.text(50, { required: true, isPart: true, reference: "BS_CUST" }),
    oemName: field.text(100, { required: true }),
  },
});

/** Lists customers. A user of a customer gets only that customer; staff get all customers. */
export const customerById = defineQuery({
  menu: menus.customer,
  id: "Q04",
  access: right(menus.customer, "Q"),
  key: ["custId"],
  columns: customer.fields,
});

/**
 * Lists the products on sale. Visitors get each product once, at its general price. Customers get each product once for
 * each of their host factories, at the price for that host factory.
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
      "goodsNameTw",
      "goodsNameEn",
      "goodsModel",
      "goodsType",
      "goodsUnit",
      "goodsUnitTw",
      "goodsUnitEn",
      "unitPrice",
      "offShelf",
      "remark",
      "remarkTw",
      "remarkEn",
    ),
    oemName: field.text(100, { virtual: true }),
    /** Quantity that can be bought: the stock minus the pieces reserved for other orders. */
    stockQty: field.int({ wire: "SC_STOCK_QTY", virtual: true }),
    goodsImage: field.text(300, { wire: "GOODS_IMAG", virtual: true }),
    /** True if at least 50 pieces of the product were sold in the past 30 days. The shop shows these products first. */
    isPro: field.flag({ virtual: true }),
  },
});

/** Lists the prices of products per customer and host factory. */
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

/** Lists the pictures of products on sale. */
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
