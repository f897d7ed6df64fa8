import { orderStat } from "@shotkeeper/contract/enumerations";
import { configurableType, isInvoiceable, onTerms, serialState } from "@shotkeeper/contract/shop";
import { checkout } from "../json-values.ts";
import { pick } from "../pick.ts";
import type { Known, World } from "../world.ts";
import {
  type FileKind,
  filesOf,
  freshFile,
  freshKey,
  type Guide,
  type Guides,
  type Moment,
  oneOf,
  rowsOf,
  rowWith,
  whole,
} from "./guide.ts";

const { created, voucherUploaded, financeConfirmed, shipping } = orderStat.values;
const { inStock, packed } = serialState.values;

const order = (
  fits: (o: Known, w: World) => boolean,
  values: Guide["values"] = () => ({}),
  upload?: FileKind,
): Guide => ({
  about: "CUST_ORDER_HD",
  ...(upload ? { upload } : {}),
  fits,
  values(m) {
    const more = values(m);
    return more && { orderNos: [m.row.orderNo], ...more };
  },
});
const terms = (o: Known) =>
  onTerms({ statementDays: o.statementDays === null ? null : Number(o.statementDays) });
const hasVoucher = (o: Known) =>
  o.orderStat === voucherUploaded || (o.voucherAt !== null && o.isPaid === false);
const isOpenToInvoice = (o: Known) =>
  isInvoiceable({ orderStat: o.orderStat as typeof created, invoicingStat: Number(o.invoicingStat) });

/** True if the voucher of an order can be confirmed, or if an order on monthly terms can be approved. */
const isConfirmable = (o: Known) => hasVoucher(o) || (o.orderStat === created && terms(o));

const isOpenInvoice = (i: Known) => i.isInvoiced === false && i.sendBackReason === null;
/** Returns true if a customer requested the invoice. A red-letter invoice comes from a return instead. */
const isRequest = (i: Known) => isOpenInvoice(i) && i.redOf === null;

/** Returns true if a customer has complete data for invoices. */
const hasTaxData = (c: Known) => Boolean(c.invoiceTitle) && Boolean(c.taxpayerId);

/** Returns the line of an invoice: an order of the invoice's customer that is not invoiced yet. */
function invoiceLine(m: Moment) {
  const o = oneOf(m, "CUST_ORDER_HD", (x) => x.custId === m.row.custId && isOpenToInvoice(x));
  const earlier = rowsOf(m.world, "INVOICE_DT").filter((l) => l.invoiceId === m.row.invoiceId);
  const seq = Math.max(0, ...earlier.map((l) => Number(l.seq))) + 1;
  return o && { invoiceId: m.row.invoiceId, seq, orderNo: o.orderNo };
}

/** Returns a product, and a host factory for which the customer may buy it. */
function offer(m: Moment) {
  const o = pick(m.random, m.world.offers);
  if (!o) return undefined;
  const isPlain = o.goodsType !== 0;
  return { ...o, moldKind: isPlain ? null : "plastic", sideType: -1, magnet: isPlain ? -1 : 0 };
}

const isCounter = (p: Known) => p.goodsType === configurableType;
/** Returns new serial numbers at random. */
const serialNumbers = (m: Moment, count: number) =>
  Array.from({ length: count }, () => `SN${whole(m, 1e9, 9e9)}`);
/** Returns true if a counter is in stock and fits an order line, because the line is for its product. */
const isFree = (serial: Known, line: Known) =>
  serial.serialState === inStock && serial.goodsId === line.goodsId;

const isNew = (field: string) => (row: Known) => /^n/.test(String(row[field]));
const onSale = (p: Known) => !p.archivedDate && p.offShelf === false;

/** How simulated users perform operations on customers, products, orders and invoices, so that most of them succeed. */
export const shopGuides: Guides = {
  "insert BS_CUST": {
    weight: 3,
    values: (m) => ({ custName: `customer ${whole(m, 1, 9e6)}`, invoiceTitle: "ACME", defaultOem: null }),
  },
  "update BS_CUST": { about: "BS_CUST", fits: (c) => !c.archivedDate, values: () => ({ contact: "He Min" }) },
  "delete BS_CUST": { about: "BS_CUST", fits: isNew("custId") },
  // Archives only new customers, because the customers of the demo data have open orders.
  "archive BS_CUST": { about: "BS_CUST", fits: (c) => isNew("custId")(c) && !c.archivedDate },
  rf_CreateShopUser: {
    about: "BS_CUST",
    values: (m) => ({
      custId: m.row.custId,
      userId: freshKey(m),
      userName: "buyer",
      newPassword: "A-long-Password-1",
    }),
  },
  "insert CUST_BELONG_OEM": {
    about: "BS_CUST",
    weight: 3,
    values(m) {
      const { custId } = m.row;
      const isBound = (oem: unknown) =>
        rowsOf(m.world, "CUST_BELONG_OEM").some((b) => b.custId === custId && b.oemName === oem);
      const oem = oneOf(m, "SYS_ORG", (o) => o.type === "oem" && !isBound(o.orgName))?.orgName;
      return oem === undefined ? undefined : { custId, oemName: oem };
    },
  },
  "insert BS_CUST_DT": { about: "BS_CUST", values: (m) => ({ custId: m.row.custId }) },
  "update BS_CUST_DT": { about: "BS_CUST_DT", values: (m) => ({ recMan: `He ${whole(m, 1, 99)}` }) },
  "insert GOODS_INFO": { values: (m) => ({ stockQty: whole(m, 0, 500), offShelf: "N", goodsType: 1 }) },
  "update GOODS_INFO": { about: "GOODS_INFO", values: (m) => ({ lowStockQty: whole(m, 1, 50) }) },
  "archive GOODS_INFO": { about: "GOODS_INFO", fits: (p) => !p.archivedDate && p.offShelf === true },
  "insert GOODS_OEM_PRICE": {
    about: "GOODS_INFO",
    values: (m) => ({
      goodsId: m.row.goodsId,
      oemName: oneOf(m, "SYS_ORG", (o) => o.type === "oem")?.orgName,
    }),
  },
  rf_AdjustStock: { about: "GOODS_INFO", values: (m) => ({ changeQty: whole(m, 1, 300), serials: null }) },
  rf_ReceiveStock: {
    about: "GOODS_INFO",
    values(m) {
      const receivedQty = whole(m, 1, 5);
      return { receivedQty, serials: isCounter(m.row) ? serialNumbers(m, receivedQty) : null };
    },
  },
  rf_RecordSerials: {
    about: "GOODS_INFO",
    fits: (p) => isCounter(p) && Number(p.stockQty) > 50,
    values: (m) => ({ serials: serialNumbers(m, 2) }),
  },
  rf_PackSerials: {
    about: "CUST_ORDER_DT",
    fits: (l, w) =>
      rowWith(w, "CUST_ORDER_HD", "orderNo", l.orderNo)?.orderStat === financeConfirmed &&
      rowsOf(w, "GOODS_SERIAL").some((x) => isFree(x, l)),
    values(m) {
      const serial = oneOf(m, "GOODS_SERIAL", (x) => isFree(x, m.row));
      return serial && { orderNo: m.row.orderNo, serials: [serial.chipCode] };
    },
  },
  rf_UnpackSerials: {
    about: "GOODS_SERIAL",
    fits: (x) => x.serialState === packed,
    values: ({ row }) => ({ orderNo: row.orderNo, serials: [row.chipCode] }),
  },
  rf_LinkCustomerTenant: {
    about: "BS_CUST",
    values: ({ row }) => ({ custId: row.custId, tenantCode: null }),
  },
  rf_AddShoppingCart: {
    values(m) {
      const o = offer(m);
      return o && { ...o, goodsIds: [o.goodsId], orderQty: whole(m, 1, 5) };
    },
  },
  rf_QuickOrder: {
    by: ["cust", "cust2"],
    weight: 3,
    values(m) {
      const custId = m.userId === "cust" ? "C001" : "C003";
      const o = pick(
        m.random,
        // Leaves out counters, because the order of a counter needs a configuration.
        m.world.offers.filter((x) => x.custId === custId && x.goodsType !== configurableType),
      );
      const rows = [{ GOODS_ID: o?.goodsId, QTY: whole(m, 1, 5) }];
      return o && { oemName: o.oemName, rows, checkOnly: null };
    },
  },
  "update SHOPPING_CART": { about: "SHOPPING_CART", values: (m) => ({ orderQty: whole(m, 1, 20) }) },
  "delete SHOPPING_CART": { about: "SHOPPING_CART" },
  "insert SHOP_PAYEE": { values: (m) => ({ bankAccount: String(whole(m, 1e11, 9e11)), bankCode: null }) },
  "update SHOP_PAYEE": { about: "SHOP_PAYEE", values: () => ({ remark: "main account" }) },
  "delete SHOP_PAYEE": { about: "SHOP_PAYEE", fits: (_, w) => rowsOf(w, "SHOP_PAYEE").length > 1 },
  rf_CreateCustOrder: { values: (m) => ({ data: checkout(m), checkoutKey: freshKey(m) }) },
  rf_Reorder: { about: "CUST_ORDER_HD" },
  rf_UploadVoucher: order(
    (o) => o.orderStat === created || o.orderStat === voucherUploaded,
    (m) => {
      const file = freshFile(m, false);
      if (file === undefined) return undefined;
      // Pays a part of the open amount in some cases, and too much in others.
      const open = Number(m.row.totalAmount) - Number(m.row.receivedAmount);
      const paidAmount = pick(m.random, [null, Math.max(1, Math.floor(open / 2)), Math.ceil(open) + 3]);
      return { fileIds: [file], paidAmount, paidOn: null, replacesId: null };
    },
    "picture",
  ),
  rf_ConfirmPayment: order(isConfirmable, () => ({ paymentIds: null, bookedAmount: null })),
  rf_RejectVoucher: order(hasVoucher, () => ({ paymentIds: null })),
  rf_CancelUnpaid: order((o) => o.orderStat === created && Number(o.receivedAmount) === 0),
  rf_ShipOrders: order(
    (o) => o.orderStat === financeConfirmed,
    (m) => ({ carrier: "顺丰速运", expressNo: `SF${whole(m, 1e9, 9e9)}`, lines: null }),
  ),
  rf_CorrectWaybill: {
    about: "CUST_SHIPMENT",
    values: (m) => ({ carrier: "顺丰速运", expressNo: `SF${whole(m, 1e9, 9e9)}` }),
  },
  rf_OrderWaybill: order((o) => o.orderStat === financeConfirmed),
  rf_ReceiveOrder: { about: "CUST_ORDER_HD", fits: (o) => o.orderStat === shipping },
  rf_QryExpressDeliverySf: {
    about: "CUST_ORDER_HD",
    fits: (o) => o.expressNo !== null,
    values: ({ row }) => ({ logisticCode: row.expressNo, orderCode: row.orderNo, customerName: null }),
  },
  rf_PrintToPdf: {
    about: "CUST_ORDER_HD",
    values: ({ random, row }) => ({
      docCode: row.orderNo,
      docType: Number(row.orderStat) >= shipping ? 2 : 1,
      language: pick(random, [null, "en", "zh_TW"]),
    }),
  },
  "update CUST_ORDER_HD": {
    about: "CUST_ORDER_HD",
    fits: (o, w) => o.orderStat === created && filesOf(w, "CUST_ORDER_HD", o.orderNo).length > 0,
    values: () => ({ orderStat: voucherUploaded }),
  },
  "delete CUST_ORDER_HD": {
    about: "CUST_ORDER_HD",
    fits: (o) => o.orderStat === created && Number(o.receivedAmount) === 0,
  },
  "insert INVOICE_HD": {
    about: "BS_CUST",
    fits: (c, w) =>
      hasTaxData(c) && rowsOf(w, "CUST_ORDER_HD").some((o) => o.custId === c.custId && isOpenToInvoice(o)),
    values: (m) => ({ invoiceId: freshKey(m), custId: m.row.custId }),
    lines: "INVOICE_DT",
  },
  "insert INVOICE_DT": { about: "INVOICE_HD", fits: isRequest, values: invoiceLine },
  rf_IssueInvoice: {
    about: "INVOICE_HD",
    fits: isOpenInvoice,
    upload: "pdf",
    values: (m) => ({ fileId: freshFile(m, true) }),
    weight: 6,
  },
  rf_CancelInvoice: {
    about: "INVOICE_HD",
    // A red-letter invoice and the invoice that it reverses cannot be cancelled.
    fits: (i, w) =>
      i.isInvoiced === true &&
      i.cancelledAt === null &&
      i.redOf === null &&
      rowWith(w, "INVOICE_HD", "redOf", i.invoiceId) === undefined,
  },
  rf_SendBackInvoice: { about: "INVOICE_HD", fits: isRequest },
  rf_Invoicing: { about: "BS_CUST" },
  rf_CustSum: { about: "BS_CUST" },
  "update GOODS_OEM_PRICE": { about: "GOODS_OEM_PRICE", values: (m) => ({ unitPrice: whole(m, 1, 900) }) },
  rf_ArrangePictures: {
    about: "GOODS_INFO",
    fits: (p, w) => onSale(p) && filesOf(w, "GOODS_INFO", p.goodsId).length > 0,
    values: ({ world, row }) => ({ part: "GOODS_IMAG", fileIds: filesOf(world, "GOODS_INFO", row.goodsId) }),
  },
};
