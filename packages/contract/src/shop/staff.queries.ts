import { defineCommand, defineQuery, field, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "../product/product.entity.ts";

const yuan = (wire: string) => field.decimal(2, { wire, unit: "yuan", virtual: true });

/** Orders on monthly terms, summed per customer, month and host factory. */
export const statementList = defineQuery({
  menu: menus.salesStatement,
  id: "Q01",
  access: right(menus.salesStatement, "Q"),
  key: ["custId", "orderMonth", "oemName"],
  columns: {
    custId: field.text(50),
    custName: field.text(100),
    orderMonth: field.text(7),
    oemName: field.text(100),
    statementDays: field.int({ wire: "MON_DAYS", unit: "days" }),
    orderCount: field.int({ virtual: true }),
    orderedAmount: yuan("ORDER_JE"),
    shippedAmount: yuan("SHIP_JE"),
    paidAmount: yuan("PAID_JE"),
    openAmount: yuan("OPEN_JE"),
    payDate: field.date({ virtual: true }),
    isOverdue: field.flag({ virtual: true }),
    /** Orders with a payment voucher that finance has not judged yet. */
    waitingCount: field.int({ virtual: true }),
    waitingOrders: field.text(4000, { virtual: true }),
  },
  sums: ["orderCount", "orderedAmount", "shippedAmount", "paidAmount", "openAmount"],
});

export const stockList = defineQuery({
  menu: menus.salesStock,
  id: "Q01",
  access: right(menus.salesStock, "Q"),
  key: ["goodsId"],
  columns: {
    ...pick(
      product,
      "goodsId",
      "goodsName",
      "goodsModel",
      "goodsType",
      "goodsUnit",
      "stockQty",
      "lowStockQty",
      "offShelf",
    ),
    reservedQty: field.int({ virtual: true }),
    availableQty: field.int({ virtual: true }),
    isLowStock: field.flag({ virtual: true }),
    /** Pieces ordered in the past 30 days. */
    soldQty: field.int({ virtual: true }),
  },
});

/** Adds `changeQty` to a product's stock; a negative number takes away. Returns the new stock. Staff only. */
export const adjustStock = defineCommand({
  type: "rf_AdjustStock",
  access: right(menus.salesStock, "M"),
  input: {
    goodsId: field.text(50, { required: true }),
    changeQty: field.int({ required: true, min: -1_000_000_000, max: 1_000_000_000 }),
    reason: field.text(200, { required: true }),
  },
  output: { stockQty: field.int({ wire: "SC_STOCK_QTY", required: true }) },
});

const userId = field.text(50, { required: true, pattern: /^[A-Za-z0-9_.@-]+$/ });

/** Creates a shop account for a customer. Staff only. */
export const createShopUser = defineCommand({
  type: "rf_CreateShopUser",
  access: right(menus.customer, "A", [menus.user]),
  input: {
    custId: field.text(50, { required: true }),
    userId,
    userName: field.text(50, { required: true }),
    newPassword: field.text(200, { required: true }),
  },
  output: { userId },
});

/** Role of customers' users. */
export const customerRole = "cust";
/** Role of users who may look at the shop and order nothing. */
export const touristRole = "tourist";
/** Rights of the customer role. Its users reach rows of their own customer only. */
export const customerRights: readonly string[] = [
  ...["Q", "A", "M", "D"].flatMap((a) => [`BS103:${a}`, `BS114:${a}`, `OR100:${a}`]),
  "OR101:Q",
  "OR102:Q",
  "OR102:A",
];
