import { defineCommand, defineQuery, field, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "../product/product.entity.ts";

const yuan = (wire: string) => field.decimal(2, { wire, unit: "yuan", virtual: true });

/** Lists monthly statements: the orders on monthly terms, summed per customer, month and host factory. */
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
    /** Value of the cancelled and returned pieces: the credit notes of the month's orders. */
    creditedAmount: yuan("CREDITED_JE"),
    paidAmount: yuan("PAID_JE"),
    openAmount: yuan("OPEN_JE"),
    payDate: field.date({ virtual: true }),
    isOverdue: field.flag({ virtual: true }),
    /** Number of orders whose payment voucher waits for finance to confirm or reject it. */
    waitingCount: field.int({ virtual: true }),
    waitingOrders: field.text(4000, { virtual: true }),
  },
  sums: ["orderCount", "orderedAmount", "shippedAmount", "creditedAmount", "paidAmount", "openAmount"],
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
      "goodsNameTw",
      "goodsNameEn",
      "goodsModel",
      "goodsType",
      "goodsUnit",
      "goodsUnitTw",
      "goodsUnitEn",
      "stockQty",
      "lowStockQty",
      "offShelf",
    ),
    reservedQty: field.int({ virtual: true }),
    availableQty: field.int({ virtual: true }),
    isLowStock: field.flag({ virtual: true }),
    /** Number of serial numbers that are recorded for counters in stock. */
    serialCount: field.int({ virtual: true }),
    /** Pieces of the product that were ordered in the past 30 days. */
    soldQty: field.int({ virtual: true }),
  },
});

const userId = field.text(50, { required: true, pattern: /^[A-Za-z0-9_.@-]+$/ });

/** Creates a user of the shop for a customer. */
export const createShopUser = defineCommand({
  type: "rf_CreateShopUser",
  access: right(menus.customer, "A", { others: [menus.user], only: ["staff"], peopleOnly: true }),
  input: {
    custId: field.text(50, { required: true }),
    userId,
    userName: field.text(50, { required: true }),
    newPassword: field.text(100, { required: true }),
  },
  output: { userId },
});

/** Code of the role that the users of customers have. */
export const customerRole = "cust";
/** Code of the role of users who may look at the shop but not order. */
export const touristRole = "tourist";
/** Rights of the role of customers' users. These users see only rows of their own customer. */
export const customerRights: readonly string[] = [
  ...["Q", "A", "M", "D"].flatMap((a) => [`BS103:${a}`, `BS114:${a}`, `OR100:${a}`]),
  "OR101:Q",
  "OR102:Q",
  "OR102:A",
];
