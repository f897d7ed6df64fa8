import { documentType } from "@shotkeeper/contract/shop";
import type { LocaleCode } from "@shotkeeper/locales/server";

interface Kind {
  readonly title: string;
  /** Name of the file, without the number of the document. */
  readonly fileName: string;
  readonly terms: readonly string[];
}

export interface DocumentTexts {
  readonly colon: string;
  readonly kinds: Readonly<Record<number, Kind>>;
  readonly customer: string;
  readonly oem: string;
  readonly orderNo: string;
  readonly orderedOn: string;
  readonly consignee: string;
  readonly address: string;
  readonly carrier: string;
  readonly expressNo: string;
  readonly shippedOn: string;
  readonly plannedOn: string;
  readonly taxpayerId: string;
  readonly custCode: string;
  readonly issuedOn: string;
  readonly validUntil: string;
  readonly month: string;
  readonly dueOn: string;
  readonly unpaid: string;
  readonly overpaid: string;
  readonly orderCount: string;
  readonly paid: string;
  readonly seq: string;
  readonly goods: readonly [code: string, name: string, model: string];
  readonly unit: string;
  readonly qty: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly status: string;
  readonly totalQty: string;
  readonly goodsAmount: string;
  readonly postage: string;
  readonly total: string;
  /** Label of the total in words. Null: the language writes no total in words. */
  readonly inWords: string | null;
  readonly remark: string;
  readonly supplier: string;
  readonly buyer: string;
  readonly receiver: string;
  readonly date: string;
  /** Text of the footer, in which {page} and {pages} are replaced. */
  readonly page: string;
  readonly payTo: string;
  readonly holder: string;
  readonly bank: string;
  readonly account: string;
  readonly bankCode: string;
  readonly payable: string;
  readonly reference: string;
  readonly plastic: string;
  readonly hardware: string;
  readonly square: string;
  readonly round: string;
  readonly configuration: (parts: readonly string[]) => string;
  readonly serials: (numbers: string) => string;
  /** Text for cancelled or returned goods of an order in a monthly statement. */
  readonly creditNote: (orderNo: string) => string;
  readonly shipmentNo: string;
  readonly orderNos: string;
}

/** Number of days for which a quotation is valid. */
export const validDays = 30;

const { quotation, deliveryNote, statement } = documentType;

const simplified: DocumentTexts = {
  colon: "：",
  kinds: {
    [quotation]: {
      title: "报价单",
      fileName: "报价单",
      terms: [
        "以上价格均为人民币含税价。",
        `本报价自开具之日起 ${validDays} 日内有效。`,
        "商品质保一年，电池配件除外。",
      ],
    },
    [deliveryNote]: {
      title: "送货单",
      fileName: "送货单",
      terms: ["请当面清点数量，如有短少或破损请在签收时注明。", "签收后请将回执联交还承运人。"],
    },
    [statement]: {
      title: "月结对账单",
      fileName: "月结对账单",
      terms: ["请于付款期限前付清未付金额，并上传付款凭证。", "如对账目有异议，请在 7 日内书面提出。"],
    },
  },
  customer: "客户",
  oem: "主机厂",
  orderNo: "订单号",
  orderedOn: "下单日期",
  consignee: "收货人",
  address: "收货地址",
  carrier: "承运商",
  expressNo: "快递单号",
  shippedOn: "发货日期",
  plannedOn: "计划出货日",
  taxpayerId: "税号",
  custCode: "客户订单号",
  issuedOn: "开具日期",
  validUntil: "有效期至",
  month: "账期月份",
  dueOn: "付款期限",
  unpaid: "未付金额",
  overpaid: "多付未退金额",
  orderCount: "订单数",
  paid: "已付款",
  seq: "序号",
  goods: ["编码", "品名", "型号"],
  unit: "单位",
  qty: "数量",
  unitPrice: "单价",
  amount: "金额（元）",
  status: "状态",
  totalQty: "合计数量",
  goodsAmount: "商品金额",
  postage: "运费",
  total: "合计",
  inWords: "大写金额",
  remark: "备注",
  supplier: "供方（盖章）",
  buyer: "需方（盖章）",
  receiver: "收货人（签字）",
  date: "日期",
  page: "第 {page} 页 / 共 {pages} 页",
  payTo: "收款账户",
  holder: "户名",
  bank: "开户银行",
  account: "账号",
  bankCode: "联行号",
  payable: "应付金额",
  reference: "转账附言",
  plastic: "塑胶模",
  hardware: "五金模",
  square: "方形磁铁",
  round: "圆形磁铁",
  configuration: (parts) => `（${parts.join("、")}）`,
  serials: (numbers) => `序列号：${numbers}`,
  creditNote: (orderNo) => `取消或退货 ${orderNo}`,
  shipmentNo: "发货单号",
  orderNos: "订单号",
};

const traditional: DocumentTexts = {
  ...simplified,
  kinds: {
    [quotation]: {
      title: "報價單",
      fileName: "報價單",
      terms: [
        "以上價格均為人民幣含稅價。",
        `本報價自開立之日起 ${validDays} 日內有效。`,
        "商品保固一年，電池配件除外。",
      ],
    },
    [deliveryNote]: {
      title: "送貨單",
      fileName: "送貨單",
      terms: ["請當面清點數量，如有短少或破損請在簽收時註明。", "簽收後請將回執聯交還承運人。"],
    },
    [statement]: {
      title: "月結對帳單",
      fileName: "月結對帳單",
      terms: ["請於付款期限前付清未付金額，並上傳付款憑證。", "如對帳目有異議，請在 7 日內書面提出。"],
    },
  },
  customer: "客戶",
  oem: "主機廠",
  orderNo: "訂單號",
  orderedOn: "下單日期",
  consignee: "收貨人",
  address: "收貨地址",
  carrier: "承運商",
  expressNo: "快遞單號",
  shippedOn: "出貨日期",
  plannedOn: "計劃出貨日",
  taxpayerId: "稅號",
  custCode: "客戶訂單號",
  issuedOn: "開立日期",
  validUntil: "有效期至",
  month: "帳期月份",
  dueOn: "付款期限",
  unpaid: "未付金額",
  overpaid: "多付未退金額",
  orderCount: "訂單數",
  paid: "已付款",
  seq: "序號",
  goods: ["編碼", "品名", "型號"],
  unit: "單位",
  qty: "數量",
  unitPrice: "單價",
  amount: "金額（元）",
  status: "狀態",
  totalQty: "合計數量",
  goodsAmount: "商品金額",
  postage: "運費",
  total: "合計",
  inWords: "大寫金額",
  remark: "備註",
  supplier: "供方（蓋章）",
  buyer: "需方（蓋章）",
  receiver: "收貨人（簽字）",
  page: "第 {page} 頁 / 共 {pages} 頁",
  payTo: "收款帳戶",
  holder: "戶名",
  bank: "開戶銀行",
  account: "帳號",
  bankCode: "聯行號",
  payable: "應付金額",
  reference: "轉帳附言",
  plastic: "塑膠模",
  hardware: "五金模",
  square: "方形磁鐵",
  serials: (numbers) => `序號：${numbers}`,
  creditNote: (orderNo) => `取消或退貨 ${orderNo}`,
  shipmentNo: "出貨單號",
  orderNos: "訂單編號",
  round: "圓形磁鐵",
};

const english: DocumentTexts = {
  colon: ": ",
  kinds: {
    [quotation]: {
      title: "Quotation",
      fileName: "Quotation",
      terms: [
        "All prices are in Chinese yuan (CNY) and include VAT.",
        `This quotation is valid for ${validDays} days from the date of issue.`,
        "One year of warranty, batteries excepted.",
      ],
    },
    [deliveryNote]: {
      title: "Delivery note",
      fileName: "Delivery-note",
      terms: [
        "Please count the goods on receipt and note missing or damaged pieces when you sign.",
        "Please return the signed copy to the carrier.",
      ],
    },
    [statement]: {
      title: "Monthly statement",
      fileName: "Monthly-statement",
      terms: [
        "Please pay the open amount by the due date and upload the receipt.",
        "Please raise objections in writing within 7 days.",
      ],
    },
  },
  customer: "Customer",
  oem: "OEM",
  orderNo: "Order no.",
  orderedOn: "Ordered on",
  consignee: "Consignee",
  address: "Delivery address",
  carrier: "Carrier",
  expressNo: "Waybill no.",
  shippedOn: "Shipped on",
  plannedOn: "Planned shipping",
  taxpayerId: "Tax no.",
  custCode: "Customer's order no.",
  issuedOn: "Date of issue",
  validUntil: "Valid until",
  month: "Month",
  dueOn: "Payment due",
  unpaid: "Open amount",
  overpaid: "Overpaid, not paid back",
  orderCount: "Orders",
  paid: "Paid",
  seq: "No.",
  goods: ["Code", "Product", "Model"],
  unit: "Unit",
  qty: "Quantity",
  unitPrice: "Unit price",
  amount: "Amount (CNY)",
  status: "Status",
  totalQty: "Total quantity",
  goodsAmount: "Goods",
  postage: "Postage",
  total: "Total",
  inWords: null,
  remark: "Note",
  supplier: "Seller (stamp)",
  buyer: "Buyer (stamp)",
  receiver: "Received by (signature)",
  date: "Date",
  page: "Page {page} of {pages}",
  payTo: "Pay to",
  holder: "Account holder",
  bank: "Bank",
  account: "Account no.",
  bankCode: "Bank code",
  payable: "Amount to pay",
  reference: "Transfer reference",
  plastic: "plastic mold",
  hardware: "metal stamping die",
  square: "square magnet",
  round: "round magnet",
  configuration: (parts) => ` (${parts.join(", ")})`,
  serials: (numbers) => `Serial numbers: ${numbers}`,
  creditNote: (orderNo) => `Credit note for ${orderNo}`,
  shipmentNo: "Shipment no.",
  orderNos: "Orders",
};

/** Texts of the shop's documents, by language. */
export const documentTexts: Readonly<Record<LocaleCode, DocumentTexts>> = {
  zh_CN: simplified,
  zh_TW: traditional,
  en: english,
};
