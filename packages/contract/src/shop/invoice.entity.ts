import {
  defineCommand,
  defineEntity,
  defineQuery,
  field,
  pick,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { customerOrder } from "./order.entity.ts";

/** Id of the rule that generates the document numbers of invoice requests. */
export const invoiceNumberRule = "D030";

/** A customer's request for an invoice. Staff later add the invoice file to it (spec shop §3, INVOICE_HD). */
export const invoice = defineEntity({
  name: "invoice",
  wire: "INVOICE_HD",
  access: tableRights(menus.salesInvoice, { writers: { A: ["staff", "customer"] } }),
  key: ["invoiceId"],
  fields: {
    invoiceId: field.text(50, { wire: "ID", required: true, pattern: /^[A-Za-z0-9_-]+$/ }),
    custId: field.text(50, { reference: "BS_CUST", hasDefault: true }),
    /** Type of the invoice (spec shop §9). 0: electronic special VAT invoice on request; 1: automatic invoice. */
    invoiceType: field.int({ min: 0, max: 1, hasDefault: true }),
    remark: field.text(200),
    /** Negative for a red-letter invoice. */
    allMoney: field.decimal(2, { unit: "yuan", min: -1e13, max: 1e13, readOnly: true }),
    isInvoiced: field.flag({ wire: "IS_INVOICING", readOnly: true }),
    isSend: field.flag({ readOnly: true }),
    filePath: field.text(300, { readOnly: true }),
    sendBackReason: field.text(200, { readOnly: true }),
    invoicedAt: field.time({ wire: "INVOICE_DATE", readOnly: true }),
    invoicedBy: field.text(50, { wire: "INVOICE_BY", readOnly: true }),
    cancelledAt: field.time({ wire: "CANCEL_DATE", readOnly: true }),
    cancelledBy: field.text(50, { wire: "CANCEL_BY", readOnly: true }),
    cancelReason: field.text(200, { readOnly: true }),
    /**
     * Title of the invoice from the customer's data at the time of the request. Title and taxpayer id of an invoice do
     * not change if the customer's data change later.
     */
    invoiceTitle: field.text(100, { wire: "INVOICE_HEADER", readOnly: true }),
    taxpayerId: field.text(18, { wire: "SOCIAL_CODE", readOnly: true }),
    /** Invoice that this red-letter invoice reverses in part. Null: this invoice is not a red-letter invoice. */
    redOf: field.text(50, { readOnly: true }),
  },
});

export const invoiceLine = defineEntity({
  name: "invoiceLine",
  wire: "INVOICE_DT",
  access: tableRights(menus.salesInvoice),
  key: ["invoiceId", "seq"],
  fields: {
    invoiceId: field.text(50, { wire: "ID", required: true }),
    seq: field.int({ required: true, min: 1, max: 10_000 }),
    orderNo: field.text(50, { required: true, reference: "CUST_ORDER_HD" }),
    amount: field.decimal(2, { wire: "JE", unit: "yuan", min: -1e13, max: 1e13, readOnly: true }),
  },
});

const columns = {
  ...invoice.fields,
  custName: field.text(100, { virtual: true }),
  orderCount: field.int({ virtual: true }),
  /** Decides the row's colour in the shop's list (spec shop §2): 0 sent back, 1 requested, 3 invoiced, 4 cancelled. */
  rowStat: field.int({ wire: "ORDER_STAT", virtual: true }),
} as const;

export const invoiceList = defineQuery({
  menu: menus.salesInvoice,
  id: "Q01",
  access: right(menus.salesInvoice, "Q"),
  key: ["invoiceId"],
  columns,
});
/** Lists the invoices of a customer. */
export const customerInvoices = defineQuery({
  menu: menus.salesInvoice,
  id: "Q23",
  access: right(menus.salesInvoice, "Q"),
  key: ["invoiceId"],
  columns,
});
export const invoiceLines = defineQuery({
  menu: menus.salesInvoice,
  id: "Q24",
  access: right(menus.salesInvoice, "Q"),
  key: ["invoiceId", "seq"],
  columns: {
    ...invoiceLine.fields,
    ...pick(customerOrder, "oemName", "orderDate", "totalAmount"),
  },
});

const sum = <const W extends string>(wire: W) => field.decimal(2, { wire, unit: "yuan", required: true });

/**
 * Returns sums over a customer's orders that finance has approved, without cancelled and returned goods. `total` covers
 * all these orders, `invoiceable` the orders without an issued invoice, and `invoiced` the orders with an issued
 * invoice. `requested` is the part of `invoiceable` for which the customer has already requested an invoice.
 */
export const invoicingSum = defineCommand({
  type: "rf_Invoicing",
  access: right(menus.salesInvoice, "Q", { only: ["staff", "customer"] }),
  input: { custId: field.text(50) },
  output: {
    total: sum("AllMoney"),
    invoiceable: sum("CanMoney"),
    requested: sum("AskMoney"),
    invoiced: sum("OverMoney"),
  },
});

const mayModify = right(menus.salesInvoice, "M", { only: ["staff"] });
const invoiceId = field.text(50, { wire: "ID", required: true });

/** Adds the invoice file, an uploaded PDF or OFD, to a request. */
export const issueInvoice = defineCommand({
  type: "rf_IssueInvoice",
  access: mayModify,
  input: { invoiceId, fileId: field.text(40, { required: true }) },
  output: { invoiceId },
  secondPerson: { notNeeded: "The customer asks for the invoice, and the staff of the shop issue it." },
});
/** Sends an invoice request back to the customer. A new invoice may then be requested for its orders. */
export const sendBackInvoice = defineCommand({
  type: "rf_SendBackInvoice",
  access: mayModify,
  input: { invoiceId, sendBackReason: field.text(200, { required: true }) },
  output: { invoiceId },
  secondPerson: { notNeeded: "The customer asks for the invoice, and the staff of the shop send it back." },
});
/** Cancels an issued invoice. A new invoice may then be requested for its orders. */
export const cancelInvoice = defineCommand({
  type: "rf_CancelInvoice",
  access: mayModify,
  input: { invoiceId, cancelReason: field.text(200, { required: true }) },
  output: { invoiceId },
});
