import { paymentStat } from "../enumerations.ts";
import { defineEntity, defineQuery, field, output, pick, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { refund } from "./return.entity.ts";

const yuan = (wire: string) => field.decimal(2, { wire, unit: "yuan", min: 0, max: 1e13, readOnly: true });

/**
 * A payment that a customer reports, with its amount, its date and pictures as proof. Staff confirm or reject it. Only
 * commands write this table, and no command deletes a payment. A payment stays even if its orders are deleted.
 */
export const payment = defineEntity({
  name: "payment",
  wire: "CUST_PAYMENT",
  access: tableRights(menus.salesVoucher),
  key: ["paymentId"],
  fields: {
    paymentId: field.text(40, { required: true, readOnly: true }),
    custId: field.text(50, { readOnly: true, reference: "BS_CUST" }),
    /** Amount that the customer reports. */
    paidAmount: yuan("REPORTED_JE"),
    paidOn: field.date({ wire: "PAID_DATE", readOnly: true }),
    paymentStat: field.choice(paymentStat, { hasDefault: true, readOnly: true }),
    /** Amount that staff have found on the bank account. It may differ from the reported amount. */
    bookedAmount: yuan("BOOKED_JE"),
    judgeReason: field.text(200, { readOnly: true }),
    judgedAt: field.time({ wire: "JUDGE_DATE", readOnly: true }),
    judgedBy: field.text(50, { wire: "JUDGE_BY", readOnly: true }),
  },
});

const sum = (wire: string) => field.decimal(2, { wire, unit: "yuan", virtual: true });

/** Lists the payments with their pictures and orders. */
export const paymentList = defineQuery({
  menu: menus.salesVoucher,
  id: "Q02",
  access: right(menus.salesVoucher, "Q"),
  key: ["paymentId"],
  columns: {
    ...payment.fields,
    custName: field.text(100, { virtual: true }),
    /** Numbers of the orders, separated by commas. */
    orders: field.text(4000, { virtual: true }),
    orderAmount: sum("ORDER_JE"),
    openAmount: sum("OPEN_JE"),
    /** Booked amount that belongs to no order: the customer has paid too much. */
    overpaidAmount: sum("OVERPAID_JE"),
    /** Overpaid money that was not paid back. */
    creditAmount: sum("CREDIT_JE"),
    /** Overpaid money that was paid back. */
    refundedAmount: sum("REFUNDED_JE"),
    /** Paths of the pictures that prove the payment, separated by commas. */
    filePaths: field.text(1000, { virtual: true }),
  },
  sums: ["paidAmount", "bookedAmount", "creditAmount", "refundedAmount"],
});

/** A payment in the customer's personal center. */
export const personalPayment = {
  paymentId: field.text(40, { required: true }),
  paidAmount: field.decimal(2, { wire: "REPORTED_JE", unit: "yuan", required: true }),
  paidOn: field.date({ wire: "PAID_DATE" }),
  paymentStat: field.choice(paymentStat, { required: true }),
  bookedAmount: field.decimal(2, { wire: "BOOKED_JE", unit: "yuan", required: true }),
  judgeReason: field.text(200),
  /** Overpaid money that was not paid back. */
  creditAmount: field.decimal(2, { wire: "CREDIT_JE", unit: "yuan", required: true }),
  /** Overpaid money that was paid back. */
  refunds: output.rows(pick(refund, "refundNo", "refundAmount", "refundedOn", "refundReference")),
  orderNos: output.values<string>({ wire: "ORDER_NOS", shape: "text" }),
  filePaths: output.values<string>({ wire: "FILES", shape: "text" }),
} as const;
