import { defineEntity, defineEnum, defineQuery, field, pick, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { customerOrder, customerOrderLine } from "./order.entity.ts";

/**
 * Kind of a return. `cancel`: takes pieces back that are not shipped yet. `return`: shipped pieces come back, and the
 * customer gets money. `exchange`: shipped pieces come back, and the customer gets new ones.
 */
export const returnKind = defineEnum("returnKind", { cancel: 0, return: 1, exchange: 2 });
/** `toSettle`: the pieces came back or were cancelled, and the shop still owes money or a replacement. */
export const returnStat = defineEnum("returnStat", {
  requested: 0,
  approved: 1,
  toSettle: 2,
  settled: 3,
  refused: 4,
  withdrawn: 5,
});
export const returnReason = defineEnum("returnReason", {
  wrongGoods: 1,
  damaged: 2,
  defective: 3,
  orderedByMistake: 4,
  notNeeded: 5,
  tooLate: 6,
  other: 9,
});
/**
 * A refund of a return is paid out, or credited: booked to other orders of the customer. `overpaid`: pays overpaid
 * money of a payment back.
 */
export const refundKind = defineEnum("refundKind", { paidOut: 0, credited: 1, overpaid: 2 });

/** Ids of the rules that generate the document numbers of returns and refunds. */
export const returnRule = "D033";
export const refundRule = "D034";
/** Value of OT_ID2 in the file records of the pictures that a customer uploads for a return. */
export const returnPicturePart = "RETURN";

const access = tableRights(menus.salesReturn, { readOn: [menus.salesOrder] });
const yuan = (wire: string) => field.decimal(2, { wire, unit: "yuan", min: 0, max: 1e13, readOnly: true });
const pieces = field.int({ readOnly: true, min: 0, max: 1_000_000, hasDefault: true });

/** A document that takes back pieces of an order: a cancel, return or exchange. Only commands write this table. */
export const saleReturn = defineEntity({
  name: "saleReturn",
  wire: "CUST_RETURN",
  access,
  key: ["returnNo"],
  fields: {
    returnNo: field.text(60, { required: true, readOnly: true }),
    custId: field.text(50, { readOnly: true, reference: "BS_CUST" }),
    orderNo: field.text(50, { readOnly: true, reference: "CUST_ORDER_HD" }),
    returnKind: field.choice(returnKind, { readOnly: true }),
    returnStat: field.choice(returnStat, { readOnly: true, hasDefault: true }),
    returnReason: field.choice(returnReason, { readOnly: true }),
    reasonText: field.text(500, { readOnly: true }),
    /** Value of the pieces. 0 for an exchange, because the customer gets pieces of the same value. */
    returnAmount: yuan("RETURN_JE"),
    judgeReason: field.text(200, { readOnly: true }),
    judgedAt: field.time({ wire: "JUDGE_DATE", readOnly: true }),
    judgedBy: field.text(50, { wire: "JUDGE_BY", readOnly: true }),
    returnedAt: field.time({ wire: "RETURN_DATE", readOnly: true }),
    returnedBy: field.text(50, { wire: "RETURN_BY", readOnly: true }),
    settledAt: field.time({ wire: "SETTLE_DATE", readOnly: true }),
    settledBy: field.text(50, { wire: "SETTLE_BY", readOnly: true }),
    /** Number of the shipment with the replacement. */
    shipmentNo: field.text(60, { readOnly: true }),
  },
});

/** Pieces of an order line in a return. */
export const saleReturnLine = defineEntity({
  name: "saleReturnLine",
  wire: "CUST_RETURN_DT",
  access,
  key: ["returnNo", "seq"],
  fields: {
    returnNo: field.text(60, { readOnly: true }),
    orderNo: field.text(50, { readOnly: true }),
    seq: field.int({ readOnly: true, max: 1_000_000 }),
    returnQty: field.int({ readOnly: true, min: 1, max: 1_000_000 }),
    /** Pieces that came back in good condition. They are in stock again. */
    goodQty: pieces,
    /** Pieces that came back damaged. They are written off. */
    damagedQty: pieces,
  },
});

/**
 * A refund: money that is paid back or credited for cancelled or returned pieces of an order, or overpaid money that is
 * paid back. Overpaid money has no return and no order.
 */
export const refund = defineEntity({
  name: "refund",
  wire: "CUST_REFUND",
  access,
  key: ["refundNo"],
  fields: {
    refundNo: field.text(60, { readOnly: true }),
    returnNo: field.text(60, { readOnly: true }),
    orderNo: field.text(50, { readOnly: true }),
    custId: field.text(50, { readOnly: true, reference: "BS_CUST" }),
    refundKind: field.choice(refundKind, { readOnly: true }),
    refundAmount: yuan("REFUND_JE"),
    refundedOn: field.date({ wire: "REFUND_DATE", readOnly: true }),
    refundReference: field.text(100, { readOnly: true }),
    /**
     * Payment by which a credited refund is booked to other orders, or the payment that was too high. Null for the
     * refund of a return that is paid out.
     */
    paymentId: field.text(40, { readOnly: true }),
  },
});

const read = right(menus.salesReturn, "Q", { others: [menus.salesOrder] });

export const returnList = defineQuery({
  menu: menus.salesReturn,
  id: "Q01",
  access: read,
  key: ["returnNo"],
  columns: {
    ...saleReturn.fields,
    custName: field.text(100, { virtual: true }),
    ...pick(customerOrder, "oemName", "statementDays", "orderStat", "refundDue"),
    pieceCount: field.int({ virtual: true }),
    refundedAmount: field.decimal(2, { wire: "REFUNDED_JE", unit: "yuan", virtual: true }),
    /** Paths of the customer's pictures, separated by commas. */
    filePaths: field.text(1000, { virtual: true }),
  },
  sums: ["returnAmount", "refundedAmount"],
});

export const returnLines = defineQuery({
  menu: menus.salesReturn,
  id: "Q02",
  access: read,
  key: ["returnNo", "seq"],
  columns: {
    ...saleReturnLine.fields,
    ...pick(customerOrderLine, "goodsId", "goodsName", "goodsNameTw", "goodsNameEn", "unitPrice"),
    /** True if the pieces are counters with serial numbers. */
    hasSerials: field.flag({ virtual: true }),
    /** Serial numbers that the customer named or that came back, separated by commas. */
    serialNumbers: field.text(4000, { virtual: true }),
  },
});

export const refundList = defineQuery({
  menu: menus.salesReturn,
  id: "Q03",
  access: read,
  key: ["refundNo"],
  columns: { ...refund.fields, custName: field.text(100, { virtual: true }) },
  sums: ["refundAmount"],
});
