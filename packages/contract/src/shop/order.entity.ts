import { invoicingStat, orderStat, settlement } from "../enumerations.ts";
import { defineEntity, defineQuery, field, pick, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "../product/product.entity.ts";
import { moldKind } from "./configuration.ts";

const pieces = field.int({ min: 0, max: 1_000_000, readOnly: true, hasDefault: true });
const amount = (wire: string) => field.decimal(2, { wire, unit: "yuan", min: 0, max: 1e13, readOnly: true });

/** A customer's order for one host factory (spec shop §3, CUST_ORDER_HD). Only commands write this table. */
export const customerOrder = defineEntity({
  name: "customerOrder",
  wire: "CUST_ORDER_HD",
  access: tableRights(menus.salesOrder),
  key: ["orderNo"],
  fields: {
    orderNo: field.text(50, { required: true }),
    custId: field.text(50, { readOnly: true, reference: "BS_CUST" }),
    orderDate: field.time({ readOnly: true }),
    oemName: field.text(100, { readOnly: true }),
    orderStat: field.choice(orderStat, { hasDefault: true }),
    isPaid: field.flag({ wire: "IS_PAY", readOnly: true }),
    goodsAmount: amount("GOODS_JE"),
    postage: amount("POSTAGE"),
    postageStat: field.choice(settlement, { readOnly: true }),
    totalAmount: amount("ALL_JE"),
    /** Sum of the confirmed payments that are booked to the order. */
    receivedAmount: amount("RECEIVED_JE"),
    /** Value of the cancelled and returned pieces. */
    creditedAmount: amount("CREDITED_JE"),
    /** Sum of the refunds: money that was paid back or credited to other orders. */
    refundedAmount: amount("REFUNDED_JE"),
    /** Amount that the customer still has to pay. The database computes it. */
    openAmount: amount("OPEN_JE"),
    /**
     * Received money above the value of the goods that the customer keeps. It must be refunded. Computed by the
     * database.
     */
    refundDue: amount("REFUND_DUE_JE"),
    invoicingStat: field.choice(invoicingStat, { readOnly: true }),
    statementDays: field.int({ wire: "MON_DAYS", unit: "days", readOnly: true, max: 365 }),
    planOutDate: field.date({ readOnly: true }),
    /** Order number that the customer uses in its own system. */
    custCode: field.text(50, { readOnly: true }),
    remark: field.text(500, { readOnly: true }),
    recMan: field.text(50, { readOnly: true }),
    recTel: field.text(20, { readOnly: true }),
    recProvince: field.text(50, { readOnly: true }),
    recCity: field.text(50, { readOnly: true }),
    recDistrict: field.text(50, { wire: "REC_EXPAREA", readOnly: true }),
    recAddress: field.text(120, { wire: "REC_ADDR", readOnly: true }),
    /**
     * Time at which the customer uploaded the payment voucher that finance still has to confirm or reject. Null if
     * there is no such voucher.
     */
    voucherAt: field.time({ wire: "VOUCHER_DATE", readOnly: true }),
    rejectReason: field.text(200, { readOnly: true }),
    confirmedAt: field.time({ wire: "CONFIRM_DATE", readOnly: true }),
    confirmedBy: field.text(50, { wire: "CONFIRM_BY", readOnly: true }),
    carrier: field.text(50, { readOnly: true }),
    expressNo: field.text(50, { readOnly: true }),
    expressDate: field.time({ readOnly: true }),
    /**
     * Marks orders that were shipped together: the lowest order number in the latest parcel of this order. Null if this
     * parcel contains no other order.
     */
    mergeNo: field.text(50, { readOnly: true }),
    /** Time of delivery as the carrier reports it. */
    deliveredAt: field.time({ wire: "DELIVERED_DATE", readOnly: true }),
    receivedAt: field.time({ wire: "RECEIVE_DATE", readOnly: true }),
    receivedBy: field.text(50, { wire: "RECEIVE_BY", readOnly: true }),
    cancelledAt: field.time({ wire: "CANCEL_DATE", readOnly: true }),
    cancelledBy: field.text(50, { wire: "CANCEL_BY", readOnly: true }),
    /**
     * Reason for the cancellation, from staff or from an approver of the customer. Null if the order expired, because
     * it was not approved or paid in time.
     */
    cancelReason: field.text(200, { readOnly: true }),
    /** True if the order had to wait for an approver of the customer's company. */
    needsApproval: field.flag({ readOnly: true, hasDefault: true }),
    approvedAt: field.time({ wire: "APPROVE_DATE", readOnly: true }),
    approvedBy: field.text(50, { wire: "APPROVE_BY", readOnly: true }),
    /** Idempotency key of the checkout. All orders of one checkout have the same key. */
    checkoutKey: field.text(64, { readOnly: true }),
  },
});

export const customerOrderLine = defineEntity({
  name: "customerOrderLine",
  wire: "CUST_ORDER_DT",
  access: tableRights(menus.salesOrder),
  key: ["orderNo", "seq"],
  fields: {
    orderNo: field.text(50, { readOnly: true }),
    seq: field.int({ readOnly: true, max: 1_000_000 }),
    goodsId: field.text(50, { readOnly: true }),
    goodsName: field.text(100, { readOnly: true }),
    goodsNameTw: field.text(100, { readOnly: true }),
    goodsNameEn: field.text(100, { readOnly: true }),
    goodsModel: field.text(50, { readOnly: true }),
    goodsUnit: field.text(20, { wire: "UNIT", readOnly: true }),
    goodsUnitTw: field.text(20, { readOnly: true }),
    goodsUnitEn: field.text(20, { readOnly: true }),
    orderQty: field.int({ wire: "QTY", min: 1, max: 1_000_000, readOnly: true }),
    shippedQty: pieces,
    /** Pieces that will never be shipped. */
    cancelledQty: pieces,
    /** Shipped pieces that came back and are not replaced. */
    returnedQty: pieces,
    /** Shipped pieces that came back to be replaced. `shippedQty` includes the replacements. */
    exchangedQty: pieces,
    unitPrice: field.decimal(4, { unit: "yuan", min: 0, max: 100_000_000, readOnly: true }),
    amount: amount("JE"),
    moldKind: field.choice(moldKind, { wire: "MOLD_TYPE", readOnly: true }),
    sideType: field.int({ min: -1, max: 1, readOnly: true }),
    magnet: field.int({ min: -1, max: 1, readOnly: true }),
    moldNo: field.text(50, { readOnly: true }),
  },
});

/** A payment voucher (picture) of an order. The same picture may prove the payment of several orders. */
export const orderVoucher = defineEntity({
  name: "orderVoucher",
  wire: "CUST_ORDER_VOUCHER",
  access: tableRights(menus.salesVoucher),
  key: ["orderNo", "fileId"],
  fields: {
    orderNo: field.text(50, { readOnly: true }),
    fileId: field.text(40, { wire: "ID", readOnly: true }),
  },
});

const orderColumns = {
  ...customerOrder.fields,
  custName: field.text(100, { virtual: true }),
  /**
   * Waybill number. The name is the same as that of the input of rf_QryExpressDeliverySf, the command that tracks a
   * parcel.
   */
  logisticCode: field.text(50, { virtual: true }),
  /** Numbers of all orders from the same checkout, separated by commas. */
  allOrder: field.text(2000, { virtual: true }),
  /** Name of the user who placed the order. */
  orderedBy: field.text(50, { virtual: true }),
  lineCount: field.int({ virtual: true }),
  voucherCount: field.int({ virtual: true }),
  /** Month of the order in the tenant's time zone, such as "2026-05". */
  orderMonth: field.text(7, { virtual: true }),
  payDate: field.date({ virtual: true }),
} as const;

export const saleList = defineQuery({
  menu: menus.salesOrder,
  id: "Q01",
  access: right(menus.salesOrder, "Q"),
  key: ["orderNo"],
  columns: orderColumns,
  sums: ["totalAmount", "openAmount"],
});
/** Open amount that no waiting payment reports: the customer still has to report a payment of it. */
export const unreported = {
  unreportedAmount: field.decimal(2, { wire: "UNREPORTED_JE", unit: "yuan", virtual: true }),
} as const;

/** Lists orders for the monthly statement and for invoices. */
export const statementOrders = defineQuery({
  menu: menus.salesOrder,
  id: "Q10",
  access: right(menus.salesOrder, "Q"),
  key: ["orderNo"],
  columns: { ...orderColumns, ...unreported },
});

const lineColumns = {
  ...customerOrderLine.fields,
  goodsType: product.fields.goodsType,
  /** Amount to pay for the line, yuan. */
  dueAmount: field.decimal(2, { wire: "YSJE", unit: "yuan", virtual: true }),
} as const;

export const saleLines = defineQuery({
  menu: menus.salesOrder,
  id: "Q15",
  access: right(menus.salesOrder, "Q"),
  key: ["orderNo", "seq"],
  columns: lineColumns,
  sums: ["dueAmount"],
});
/** Lists the lines of orders, as printed documents show them. */
export const documentLines = defineQuery({
  menu: menus.salesVoucher,
  id: "Q19A",
  access: right(menus.salesVoucher, "Q"),
  key: ["orderNo", "seq"],
  columns: { ...lineColumns, ...pick(customerOrder, "custId", "oemName", "orderDate") },
});

export const voucherFiles = defineQuery({
  menu: menus.salesOrder,
  id: "Q16",
  access: right(menus.salesOrder, "Q"),
  key: ["orderNo", "fileId"],
  columns: {
    ...orderVoucher.fields,
    fileName: field.text(200, { virtual: true }),
    filePath: field.text(300, { virtual: true }),
  },
});

/** Lists all payment vouchers with their orders, whether or not finance has confirmed or rejected them. */
export const voucherList = defineQuery({
  menu: menus.salesVoucher,
  id: "Q01",
  access: right(menus.salesVoucher, "Q"),
  key: ["orderNo", "fileId"],
  columns: {
    ...orderVoucher.fields,
    filePath: field.text(300, { virtual: true }),
    ...pick(
      customerOrder,
      "custId",
      "oemName",
      "orderDate",
      "orderStat",
      "isPaid",
      "totalAmount",
      "voucherAt",
      "rejectReason",
      "statementDays",
      "expressNo",
    ),
    custName: field.text(100, { virtual: true }),
    isWaiting: field.flag({ virtual: true }),
  },
});
