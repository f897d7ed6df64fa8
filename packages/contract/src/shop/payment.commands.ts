import { defineCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/**
 * Stores that overpaid money of a confirmed payment was paid back to the customer. Overpaid money is the booked amount
 * that belongs to no order. Without an amount, all of it is paid back.
 */
export const refundOverpaid = defineCommand({
  type: "rf_RefundOverpaid",
  access: right(menus.salesOrder, "M", { only: ["staff"] }),
  input: {
    paymentId: field.text(40, { required: true }),
    refundAmount: field.decimal(2, { wire: "REFUND_JE", unit: "yuan", min: 0.01, max: 1e10 }),
    refundedOn: field.date({ wire: "REFUND_DATE" }),
    refundReference: field.text(100, { required: true }),
  },
  output: {
    paymentId: field.text(40, { required: true }),
    refundNo: field.text(60, { required: true }),
  },
  secondPerson: { notNeeded: "The customer has paid too much, and the staff of the shop pay it back." },
});
