import type { Texts } from "../types.ts";
import type { bank as model } from "../zh-CN/bank.ts";

export const bank: Texts<typeof model> = {
  title: "Bank statement",
  open: "Match bank statement",
  lead: (mb) =>
    `Upload a CSV file of your bank (ICBC, CCB, CMB, BOC and others) or a CAMT.053 file, up to ${mb} MB. Nothing is booked before you confirm.`,
  columns: { day: "Received on", amount: "Received", payer: "Payer", state: "Match" },
  choose: "Choose file",
  empty: "Choose a bank statement",
  outgoing: (n) => `${n} outgoing transfers left out`,
  pending: (n) => `${n} transfers not booked by the bank yet left out`,
  faults: (n) => `${n} rows cannot be read and are left out`,
  fault: (row, text) => `Row ${row}: ${text}`,
  faultTexts: {
    day: "date",
    amount: "amount",
    currency: "not in yuan, or no currency",
    direction: "incoming or outgoing",
    status: "booking status",
    transfers: "transfers of the batch do not add up to its amount",
    quote: "quotation mark is not closed; this row and all rows below are left out",
  },
  noCurrency: "The file does not name its currency",
  yuan: "All amounts of this file are in yuan",
  attach: (orders) => `Attach to the confirmed payment of ${orders}; adds no money`,
  confirms: (sum) => `Confirms the reported payment of ¥${sum}`,
  conflict: (orders, sum) =>
    `Overlaps with the payment of ¥${sum} for ${orders}. Choose exactly these orders, or judge that payment first`,
  limit: (n) => `At most ${n} lines can be booked at once. Uncheck some lines`,
  check: (row) => `Check row ${row}`,
  ordersOf: (row) => `Orders that row ${row} pays`,
  book: (n, sum) => `Book ${n} lines, ¥${sum}`,
  booked: (n, sum) => `${n} lines booked, ¥${sum}`,
};
