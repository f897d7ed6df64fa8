import {
  type CommandOutput,
  defineCommand,
  field,
  output,
  pick,
  right,
  roleOnly,
  signedIn,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { product } from "../product/product.entity.ts";
import { customerOrder, customerOrderLine, unreported } from "./order.entity.ts";
import { approvalTab } from "./order.states.ts";
import { personalPayment } from "./payment.entity.ts";
import { personalReturn } from "./return.commands.ts";

const mayModify = right(menus.salesOrder, "M");
const staffModify = right(menus.salesOrder, "M", { only: ["staff"] });
const orderNos = field.json<readonly string[]>({ list: "text" });
const changedOrders = { orderNos: output.values<string>({ shape: "text" }) } as const;

const count = <const W extends string>(wire: W) => field.int({ wire, required: true });

/** Returns the number of a customer's orders in each state, and the number of lines in the customer's cart. */
export const custSum = defineCommand({
  type: "rf_CustSum",
  access: right(menus.shop, "Q", { only: ["staff", "customer"] }),
  input: { custId: field.text(50) },
  output: {
    /** Orders that wait for an approver of the customer's company. */
    awaitingApproval: count("WaitApproveCount"),
    /** True if the caller may approve orders of the customer and manage its people. */
    isApprover: field.flag({ required: true }),
    /**
     * Total of the caller's orders of today that needed no approval. `approvalNeed` adds it to the total of a new
     * order, and compares the sum with the limit of the customer's company.
     */
    orderedToday: field.decimal(2, { wire: "TodayMoney", unit: "yuan", required: true }),
    finished: count("FinishCount"),
    shipped: count("OverSendCount"),
    cartLines: count("ShopCount"),
    awaitingPayment: count("WaitPayCount"),
    awaitingShipment: count("WaitSendCount"),
  },
});

/** Fields of an order in the customer's personal center. */
export const personalOrderHead = {
  ...pick(
    customerOrder,
    "orderNo",
    "custId",
    "orderDate",
    "oemName",
    "orderStat",
    "isPaid",
    "goodsAmount",
    "postage",
    "postageStat",
    "totalAmount",
    "receivedAmount",
    "creditedAmount",
    "refundedAmount",
    "openAmount",
    "refundDue",
    "invoicingStat",
    "statementDays",
    "planOutDate",
    "custCode",
    "remark",
    "recMan",
    "recTel",
    "recProvince",
    "recCity",
    "recDistrict",
    "recAddress",
    "voucherAt",
    "rejectReason",
    "confirmedAt",
    "cancelledAt",
    "cancelReason",
    "needsApproval",
    "approvedAt",
    "carrier",
    "expressNo",
  ),
  /**
   * Waybill number. The name is the same as that of the input of rf_QryExpressDeliverySf, the command that tracks a
   * parcel.
   */
  logisticCode: field.text(50),
  ...pick(customerOrder, "expressDate", "mergeNo", "deliveredAt", "receivedAt"),
  /** Name of the user who placed the order. */
  orderedBy: field.text(50),
  /** Time at which the order expires if it is not approved or paid. Null if it does not expire. */
  payUntil: field.time(),
  /** Parcels of the order, in the order in which they were shipped. */
  shipments: output.rows({
    shipmentNo: field.text(60, { required: true }),
    carrier: field.text(50),
    expressNo: field.text(50, { required: true }),
    shippedAt: field.time({ wire: "SHIP_DATE", required: true }),
    deliveredAt: field.time({ wire: "DELIVERED_DATE" }),
    pieceCount: field.int({ required: true }),
  }),
  ...unreported,
  /** Month of the order in the tenant's time zone, such as "2026-05". */
  orderMonth: field.text(7),
  /** Paths of the uploaded payment vouchers. */
  voucherPaths: output.values<string>({ wire: "FILES", shape: "text" }),
  /** All payments that were reported for the order, oldest first, including rejected and replaced payments. */
  payments: output.rows(personalPayment, { wire: "PAYMENTS" }),
  /** Cancels, returns and exchanges of the order, oldest first. */
  returns: output.rows(personalReturn, { wire: "RETURNS" }),
  invoices: output.rows({
    invoiceId: field.text(50, { wire: "ID", required: true }),
    filePath: field.text(300),
  }),
} as const;

export const personalOrderLine = {
  ...pick(customerOrderLine, "orderNo", "seq", "goodsId", "goodsName", "goodsNameTw", "goodsNameEn"),
  ...pick(customerOrderLine, "goodsModel", "goodsUnit", "goodsUnitTw", "goodsUnitEn"),
  goodsType: product.fields.goodsType,
  ...pick(customerOrderLine, "orderQty", "shippedQty", "cancelledQty", "returnedQty", "exchangedQty"),
  ...pick(customerOrderLine, "unitPrice", "amount"),
  /** Kind of mold in the line's configuration. Empty if the line has no kind of mold. */
  moldKind: field.text(20, { wire: "MOLD_TYPE", required: true }),
  ...pick(customerOrderLine, "sideType", "magnet", "moldNo"),
} as const;

/** Returns a customer's orders with their lines, newest first. */
export const personalOrders = defineCommand({
  type: "rf_Personal",
  access: right(menus.salesOrder, "Q", { only: ["staff", "customer"] }),
  input: {
    custId: field.text(50),
    page: field.int({ wire: "Page", min: 1, max: 1_000_000 }),
    limit: field.int({ wire: "Limit", min: 1, max: 1000 }),
    orderTab: field.int({ wire: "ORDER_STAT", min: approvalTab, max: 4 }),
    text: field.text(100),
  },
  output: {
    list: output.rows(
      {
        head: output.nested(personalOrderHead, { wire: "HD_INFO" }),
        lines: output.rows(personalOrderLine, { wire: "DT_INFO" }),
      },
      { wire: "list" },
    ),
    count: field.int({ wire: "count", required: true }),
  },
});
export type PersonalOrders = CommandOutput<typeof personalOrders>;

/**
 * Reports a payment of one order, or of several orders of the same month. The caller must first upload pictures that
 * prove the payment. A picture may belong to only one payment. The default amount is the open amount that no
 * waiting payment reports, and the default date is today.
 */
export const uploadVoucher = defineCommand({
  type: "rf_UploadVoucher",
  access: mayModify,
  input: {
    orderNos,
    fileIds: field.json<readonly string[]>({ list: "text" }),
    paidAmount: field.decimal(2, { wire: "PAID_JE", unit: "yuan", min: 0.01, max: 1e10 }),
    paidOn: field.date({ wire: "PAID_DATE" }),
    /** Waiting payment that the new payment replaces. Both payments must be for the same orders. */
    replacesId: field.text(40, { wire: "REPLACES" }),
  },
  output: changedOrders,
});
const paymentIds = field.json<readonly string[]>({ list: "text" });
/**
 * Confirms waiting payments and books them to their orders, or approves orders on monthly terms. A payment is always
 * confirmed for all its orders, even if the input names only one of them. Only staff may do this.
 */
export const confirmPayment = defineCommand({
  type: "rf_ConfirmPayment",
  access: staffModify,
  input: {
    orderNos,
    /** Payments to confirm. Without them, all waiting payments of the orders are confirmed. */
    paymentIds,
    /** Amount that arrived on the bank account. Only allowed for a single payment. Default: the reported amount. */
    bookedAmount: field.decimal(2, { wire: "BOOKED_JE", unit: "yuan", min: 0.01, max: 1e10 }),
  },
  output: changedOrders,
  secondPerson: { notNeeded: "The customer reports the payment, and the staff of the shop confirm it." },
});
/** Rejects waiting payments of orders. Only staff may do this. */
export const rejectVoucher = defineCommand({
  type: "rf_RejectVoucher",
  access: staffModify,
  input: { orderNos, paymentIds, rejectReason: field.text(200, { required: true }) },
  output: changedOrders,
  secondPerson: { notNeeded: "The customer reports the payment, and the staff of the shop reject it." },
});
/** Cancels orders that are not paid, and releases their stock. Only staff may do this. */
export const cancelUnpaid = defineCommand({
  type: "rf_CancelUnpaid",
  access: staffModify,
  input: { orderNos, cancelReason: field.text(200, { required: true }) },
  output: changedOrders,
});
export const receiveOrder = defineCommand({
  type: "rf_ReceiveOrder",
  access: mayModify,
  input: { orderNo: field.text(50, { required: true }) },
  output: changedOrders,
});

/**
 * Types of the PDF documents that `printToPdf` creates (DOC_TYPE): two documents of an order, and the monthly
 * statement.
 */
export const documentType = { quotation: 1, deliveryNote: 2, statement: 3 } as const;

/**
 * Creates a document as a PDF file from stored data, and stores it. If a document with the same content was created
 * before, returns the earlier file.
 */
export const printToPdf = defineCommand({
  type: "rf_PrintToPdf",
  access: right(menus.salesVoucher, "Q"),
  readOnly: false,
  input: {
    fileId: field.text(100, { wire: "FileID" }),
    fileCode: field.text(100, { wire: "FileCode" }),
    docCode: field.text(100, { wire: "DocCode", required: true }),
    docType: field.int({ wire: "DOC_TYPE", required: true, min: 1, max: 3 }),
    fileName: field.text(200, { wire: "FileName" }),
    /** Language of the document. Default: simplified Chinese. */
    language: field.text(5, { pattern: /^(zh_CN|zh_TW|en)$/ }),
    /** Ignored input. Older clients send the texts that they show, but the server prints only stored data. */
    headData: { ...field.json(), wire: "DataHD" },
    /** Ignored input, because the server prints only stored data. */
    lineData: { ...field.json(), wire: "Data" },
  },
  output: {
    pdfPath: field.text(300, { wire: "PdfPath", required: true }),
    fileName: field.text(200, { required: true }),
  },
});

/**
 * Deletes files that the caller uploaded: those of orders, and those that belong to no record. Payment vouchers are
 * never deleted.
 */
export const deleteFiles = defineCommand({
  type: "rf_DelteFiles",
  access: signedIn,
  input: { ids: field.json<readonly string[]>({ list: "text" }) },
  output: { count: field.int({ required: true }) },
});

/**
 * Returns the products with low stock, and the number of counters by the expiry date of their data plan. The dates are
 * in the past or in the next 30 days. Only staff may call this command.
 */
export const yjData = defineCommand({
  type: "rf_GetYjData",
  access: right(menus.salesStock, "Q", { only: ["staff"] }),
  input: { materialType: field.int({ wire: "MtrlType" }) },
  output: {
    data: output.nested(
      {
        lowStock: output.rows(
          { ...pick(product, "goodsId", "goodsName"), availableQty: count("QTY") },
          { wire: "bzList" },
        ),
        expiringPlans: output.rows(
          { expiresOn: field.date({ wire: "EX_DATE", required: true }), counterCount: count("QTY") },
          { wire: "mdList" },
        ),
      },
      { wire: "data" },
    ),
  },
});

/** Ends the session. Clients of the shop use this command; the administration uses rf_LogOut instead. */
export const loginOut = defineCommand({
  type: "rf_LoginOut",
  access: signedIn,
  input: {},
  // Declares an optional record without fields, because the command answers null.
  output: output.optional({}),
  success: "loggedOut",
});

/** Clears the server's cache of sessions with their rights and menus. Only developers may do this. */
export const refreshQueries = defineCommand({
  type: "rf_RefreshQry",
  access: roleOnly("dev"),
  input: {},
  output: { count: field.int({ required: true }) },
});
