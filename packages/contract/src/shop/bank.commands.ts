import { defineCommand, defineEnum, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/**
 * Result of the comparison of a line of a bank statement with open orders. `booked`: the line was booked before.
 * `reversal`: the line takes the money of an earlier transfer back, and is never booked.
 */
export const bankState = defineEnum("bankState", {
  matched: 0,
  doubt: 1,
  unmatched: 2,
  booked: 3,
  reversal: 4,
});

/** Why a line of a bank statement was matched with its orders, or why it was not matched. */
export const bankReason = defineEnum("bankReason", {
  orderNumber: "orderNumber",
  statement: "statement",
  reported: "reported",
  payerAndAmount: "payerAndAmount",
  confirmedPayment: "confirmedPayment",
  otherReport: "otherReport",
  paidOrder: "paidOrder",
  cancelledOrder: "cancelledOrder",
  unapprovedOrder: "unapprovedOrder",
  excess: "excess",
  moreOrders: "moreOrders",
  otherPayer: "otherPayer",
  severalCustomers: "severalCustomers",
  payerOnly: "payerOnly",
  amountOnly: "amountOnly",
  looksBooked: "looksBooked",
  nothing: "nothing",
  bookedBefore: "bookedBefore",
  reversed: "reversed",
  reversesBooked: "reversesBooked",
  reversesOther: "reversesOther",
  reversesOutgoing: "reversesOutgoing",
});
export type BankReason = keyof typeof bankReason.values;

/** Largest file of a bank statement, bytes. */
export const maxStatementBytes = 5 * 1024 * 1024;
/** Largest number of transfers of a bank statement. */
export const maxStatementLines = 5000;
/** Largest number of lines of a bank statement that one call books. */
export const maxChosenLines = 500;

const staffJudge = right(menus.salesOrder, "M", { only: ["staff"] });
const file = {
  bankFile: field.text(200, { required: true }),
  /** Content of the file in base64. */
  fileContent: field.json<string>("text"),
} as const;
const yuan = (wire: string) => field.decimal(2, { wire, unit: "yuan", required: true });
const key = field.text(64, { required: true });
const orderNos = output.values<string>({ shape: "text" });

/** A transfer of a bank statement, with the orders that it probably pays. */
const bankLine = {
  lineKey: key,
  lineRow: field.int({ required: true }),
  bankDate: field.date({ required: true }),
  /** Negative for a reversal that takes received money back. */
  bankAmount: yuan("BANK_JE"),
  payerName: field.text(200, { required: true }),
  payerAccount: field.text(100, { required: true }),
  bankReference: field.text(200, { required: true }),
  bankRemark: field.text(1000, { required: true }),
  bankState: field.choice(bankState, { required: true }),
  bankReason: field.choice(bankReason, { required: true }),
  /** Orders that the transfer pays. For a reversal: orders that the reversed transfer may have paid. */
  orderNos,
} as const;

/** An order that a transfer of the bank statement may pay, as it was at the time of the match. */
const bankOrder = {
  orderNo: field.text(100, { required: true }),
  custName: field.text(100),
  /** Amount of the order that is not paid yet; 0 if the order is paid. */
  openAmount: yuan("OPEN_JE"),
} as const;

/** A payment that a transfer of the bank statement may prove. */
const bankPayment = {
  paymentId: key,
  /** For a waiting payment: the reported amount. For a confirmed payment: the booked amount. */
  paidAmount: yuan("PAID_JE"),
  orderNos,
  /** True if staff have already confirmed the payment from the customer's picture of the transfer. */
  isConfirmed: field.flag({ required: true }),
} as const;

/**
 * Reads a bank statement (CSV of a Chinese bank, or CAMT.053) and matches its incoming transfers with open orders.
 * Books nothing.
 */
export const matchBankLines = defineCommand({
  type: "rf_MatchBankLines",
  access: staffJudge,
  input: file,
  output: {
    /** Incoming transfers and reversals. */
    lines: output.rows(bankLine),
    /** All open orders, and the paid orders whose numbers a transfer names. */
    orders: output.rows(bankOrder),
    payments: output.rows(bankPayment),
    /** Number of outgoing transfers, which are left out. */
    outgoingCount: field.int({ required: true }),
    /** Number of transfers that the bank has not booked yet. They are left out. */
    pendingCount: field.int({ required: true }),
    /** N: the file does not say that its amounts are in yuan. Staff must confirm the currency before they book. */
    hasCurrency: field.flag({ required: true }),
    /** Rows that cannot be read, with the reason. */
    faults: output.rows({
      lineRow: field.int({ required: true }),
      lineFault: field.text(20, { required: true }),
    }),
  },
});

/** A line of a bank statement that staff have chosen to book. */
export interface ChosenLine {
  readonly lineKey: string;
  /** Orders that the transfer pays, with their open amounts at the time of the match. */
  readonly orders: readonly { readonly orderNo: string; readonly openAmount: number }[];
  /**
   * Payment that the transfer proves. The server confirms a waiting payment, and only attaches the transfer to a
   * payment that is already confirmed. Null: the transfer becomes a new payment.
   */
  readonly paymentId: string | null;
}

/** Encodes a line of a bank statement for the input `chosen` of `bookBankLines`. */
export const encodeChosenLine = (c: ChosenLine) => ({
  LINE_KEY: c.lineKey,
  ORDERS: c.orders.map((o) => ({ ORDER_NO: o.orderNo, OPEN_JE: o.openAmount })),
  PAYMENT_ID: c.paymentId,
});

/**
 * Books lines of a bank statement as confirmed payments of orders: in part, in full or in excess. All lines are booked,
 * or none. A line is booked only once, even if another file contains the same line. Throws bankChanged (S0475) if open
 * amounts or payments have changed since the match.
 */
export const bookBankLines = defineCommand({
  type: "rf_BookBankLines",
  access: staffJudge,
  input: {
    ...file,
    chosen: field.json<readonly Readonly<Record<string, unknown>>[]>(),
    /** Y: staff have confirmed that a file without a currency is in yuan. */
    isYuan: field.flag(),
  },
  output: { paymentIds: orderNos, bookedAmount: yuan("BOOKED_JE") },
  secondPerson: { notNeeded: "The statement of the bank proves the payment." },
});
