import { decodeValue, defineCommand, encodeRow, field, output, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { refund, returnKind, returnReason, saleReturn, saleReturnLine } from "./return.entity.ts";

const staffModify = right(menus.salesReturn, "M", { only: ["staff"] });
const returnNo = field.text(60, { required: true });
const answer = { returnNo } as const;

/** Pieces of an order line that a customer asks to cancel, return or exchange. */
export type AskedLine = {
  readonly seq: number;
  readonly returnQty: number;
};

const askedLine = {
  seq: field.int({ required: true, min: 1, max: 1_000_000 }),
  returnQty: field.int({ required: true, min: 1, max: 1_000_000 }),
} as const;

/** Pieces of an order line that came back. */
export type BackLine = {
  readonly seq: number;
  readonly goodQty: number;
  readonly damagedQty: number;
};

const backLine = {
  seq: askedLine.seq,
  goodQty: field.int({ required: true, min: 0, max: 1_000_000 }),
  damagedQty: field.int({ required: true, min: 0, max: 1_000_000 }),
} as const;

/** Encodes a line for the input `lines` of `requestReturn`. */
export const encodeAskedLine = (line: AskedLine) => encodeRow(line, askedLine);
/** Encodes a line for the input `lines` of `receiveReturn`. */
export const encodeBackLine = (line: BackLine) => encodeRow(line, backLine);

const valuesOf = (row: unknown) =>
  (typeof row === "object" && row !== null ? row : {}) as Record<string, unknown>;

/** Decodes a line of the input `lines` of `requestReturn`. Returns undefined for a line with an invalid value. */
export function decodeAskedLine(row: unknown): AskedLine | undefined {
  const { SEQ, RETURN_QTY } = valuesOf(row);
  const seq = decodeValue(SEQ, askedLine.seq);
  const returnQty = decodeValue(RETURN_QTY, askedLine.returnQty);
  return typeof seq === "number" && typeof returnQty === "number" ? { seq, returnQty } : undefined;
}

/** Decodes a line of the input `lines` of `receiveReturn`. Returns undefined for a line with an invalid value. */
export function decodeBackLine(row: unknown): BackLine | undefined {
  const { SEQ, GOOD_QTY, DAMAGED_QTY } = valuesOf(row);
  const seq = decodeValue(SEQ, backLine.seq);
  const goodQty = decodeValue(GOOD_QTY, backLine.goodQty);
  const damagedQty = decodeValue(DAMAGED_QTY, backLine.damagedQty);
  if (typeof seq !== "number" || typeof goodQty !== "number" || typeof damagedQty !== "number")
    return undefined;
  return { seq, goodQty, damagedQty };
}

const rows = field.json<readonly Readonly<Record<string, unknown>>[]>();
const texts = field.json<readonly string[]>();

/**
 * Asks to cancel pieces of an order that are not shipped, or to return or exchange shipped pieces. `serials` has the
 * serial numbers of returned counters, as far as the customer knows them. The caller must upload the pictures first.
 */
export const requestReturn = defineCommand({
  type: "rf_RequestReturn",
  access: right(menus.salesOrder, "M"),
  input: {
    orderNo: field.text(50, { required: true }),
    returnKind: field.choice(returnKind, { required: true }),
    lines: rows,
    serials: texts,
    returnReason: field.choice(returnReason, { required: true }),
    reasonText: field.text(500),
    fileIds: texts,
  },
  output: answer,
});

/** Withdraws the customer's request, before the shop has received the goods. */
export const withdrawReturn = defineCommand({
  type: "rf_WithdrawReturn",
  access: right(menus.salesOrder, "M"),
  input: { returnNo },
  output: answer,
});

/**
 * Approves a request. An approved cancel takes effect at once. An approved exchange reserves the replacement pieces, so
 * the approval needs enough stock.
 */
export const approveReturn = defineCommand({
  type: "rf_ApproveReturn",
  access: staffModify,
  input: { returnNo, judgeReason: field.text(200) },
  output: answer,
  secondPerson: { notNeeded: "The customer asks for the return, and the staff of the shop handle it." },
});

/** Refuses a request, or an approved return whose goods did not arrive. */
export const refuseReturnRequest = defineCommand({
  type: "rf_RefuseReturn",
  access: staffModify,
  input: { returnNo, judgeReason: field.text(200, { required: true }) },
  output: answer,
  secondPerson: { notNeeded: "The customer asks for the return, and the staff of the shop handle it." },
});

/**
 * Receives the goods of a return. Good pieces go into stock, and damaged ones are written off. The input names returned
 * counters by their serial numbers. If a returned counter is registered in a tenant, it is retired there.
 */
export const receiveReturn = defineCommand({
  type: "rf_ReceiveReturn",
  access: staffModify,
  input: { returnNo, lines: rows, serials: texts, damagedSerials: texts },
  output: answer,
  secondPerson: { notNeeded: "The customer asks for the return, and the staff of the shop handle it." },
});

/**
 * Settles a cancel or return with money. With `isCredit`, the amount is not paid out but booked to other open orders of
 * the customer. This is only allowed for orders on monthly terms. Without an amount, all of the owed money is settled.
 */
export const settleReturn = defineCommand({
  type: "rf_SettleReturn",
  access: staffModify,
  input: {
    returnNo,
    isCredit: field.flag(),
    refundAmount: field.decimal(2, { wire: "REFUND_JE", unit: "yuan", min: 0.01, max: 1e10 }),
    refundedOn: field.date({ wire: "REFUND_DATE" }),
    refundReference: field.text(100, { required: true }),
  },
  output: { ...answer, refundNo: field.text(60, { required: true }) },
  secondPerson: { notNeeded: "The customer asks for the return, and the staff of the shop handle it." },
});

/** A return in the customer's personal center. */
export const personalReturn = {
  ...pick(
    saleReturn,
    "returnNo",
    "returnKind",
    "returnStat",
    "returnReason",
    "reasonText",
    "returnAmount",
    "judgeReason",
    "returnedAt",
    "settledAt",
    "shipmentNo",
  ),
  requestedAt: field.time({ wire: "REQUEST_DATE", required: true }),
  lines: output.rows(pick(saleReturnLine, "seq", "returnQty", "goodQty", "damagedQty")),
  filePaths: output.values<string>({ wire: "FILES" }),
  refunds: output.rows(
    pick(refund, "refundNo", "refundKind", "refundAmount", "refundedOn", "refundReference"),
  ),
} as const;
