import {
  defineEntity,
  defineQuery,
  defineWireCommand,
  field,
  pick,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { customerOrder } from "./order.entity.ts";

/** A request for an invoice, and the invoice (spec shop §3, INVOICE_HD). */
export const invoice = defineEntity({
  name: "invoice",
  wire: "INVOICE_HD",
  access: tableRights(menus.salesInvoice),
  key: ["invoiceId"],
  fields: {
    invoiceId: field.text(50, { wire: "ID", required: true, pattern: /^[A-Za-z0-9_-]+$/ }),
    custId: field.text(50, { reference: "BS_CUST" }),
    /** 0: an electronic special VAT invoice on request; 1: made by itself (spec shop §9). */
    invoiceType: field.int({ min: 0, max: 1 }),
    remark: field.text(200),
    allMoney: field.decimal(2, { unit: "yuan", min: 0, max: 1e13, readOnly: true }),
    isInvoiced: field.flag({ wire: "IS_INVOICING", readOnly: true }),
    isSend: field.flag({ readOnly: true }),
    filePath: field.text(300, { readOnly: true }),
    sendBackReason: field.text(200, { readOnly: true }),
    invoicedAt: field.time({ wire: "INVOICE_DATE", readOnly: true }),
    invoicedBy: field.text(50, { wire: "INVOICE_BY", readOnly: true }),
    /** As it was when it was asked for. */
    invoiceTitle: field.text(100, { wire: "INVOICE_HEADER", readOnly: true }),
    taxpayerId: field.text(18, { wire: "SOCIAL_CODE", readOnly: true }),
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
    amount: field.decimal(2, { wire: "JE", unit: "yuan", min: 0, max: 1e13, readOnly: true }),
  },
});

const columns = {
  ...invoice.fields,
  custName: field.text(100, { virtual: true }),
  orderCount: field.int({ virtual: true }),
  /** What an invoice list of the shop colours its rows by: 1 asked for, 3 invoiced (spec shop §2). */
  rowStat: field.int({ wire: "ORDER_STAT", virtual: true }),
} as const;

export const invoiceList = defineQuery({
  menu: menus.salesInvoice,
  id: "Q01",
  access: right(menus.salesInvoice, "Q"),
  key: ["invoiceId"],
  columns,
});
/** Invoices of a customer. */
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

export interface InvoicingSum {
  readonly AllMoney: number;
  readonly CanMoney: number;
  readonly OverMoney: number;
}
/** Consumption, what may still be invoiced of it, and what has been. */
export const invoicingSum = defineWireCommand<InvoicingSum>()({
  type: "rf_Invoicing",
  access: right(menus.salesInvoice, "Q"),
  input: { custId: field.text(50) },
});

interface InvoiceKey {
  readonly ID: string;
}
/** The invoice itself: a PDF that was uploaded. */
export const issueInvoice = defineWireCommand<InvoiceKey>()({
  type: "rf_IssueInvoice",
  access: right(menus.salesInvoice, "M"),
  input: {
    invoiceId: field.text(50, { wire: "ID", required: true }),
    fileId: field.text(40, { required: true }),
  },
});
export const sendBackInvoice = defineWireCommand<InvoiceKey>()({
  type: "rf_SendBackInvoice",
  access: right(menus.salesInvoice, "M"),
  input: {
    invoiceId: field.text(50, { wire: "ID", required: true }),
    sendBackReason: field.text(200, { required: true }),
  },
});
