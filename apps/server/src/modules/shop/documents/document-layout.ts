import { amountInWords, amountText, documentType, priceText, sumAmounts } from "@shotkeeper/contract/shop";
import type { LocaleCode } from "@shotkeeper/locales/server";
import type { PayeeText } from "../payee.tables.ts";
import { type DocumentTexts, documentTexts } from "./texts.ts";

/** Content of a document for the shop's customers (such as a quotation or statement), as read from the database. */
export interface DocumentContent {
  readonly docType: number;
  readonly language: LocaleCode;
  /** Name of the tenant's company, which issues the document. */
  readonly seller: string;
  /** The tenant's logo as a data URL. Without it, the document shows the logo of Shotkeeper. */
  readonly logo?: string | null;
  readonly custName: string;
  /** Number in the header of the document: the order number or, for a statement, customer and month. */
  readonly documentNo: string;
  readonly date: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly lines: readonly DocumentLine[];
  readonly postage: number;
  readonly total: number;
  readonly remark: string;
  /** How the customer pays. Null for a document that asks for no payment. */
  readonly payment: DocumentPayment | null;
}

export interface DocumentLine {
  readonly code: string;
  readonly name: string;
  readonly model: string;
  readonly unit: string;
  readonly qty: number;
  readonly unitPrice: number;
  readonly amount: number;
}

/** The account to which the customer pays, with amount and reference. */
export interface DocumentPayment {
  readonly amount: number;
  readonly reference: string;
  readonly payees: readonly PayeeText[];
}

type Cell = string | Readonly<Record<string, unknown>>;
const right = (text: string): Cell => ({ text, alignment: "right" });
const head = (text: string, alignment = "left"): Cell => ({
  text,
  bold: true,
  alignment,
  fillColor: "#eef2f6",
});

function tableOf(p: DocumentContent, t: DocumentTexts): Readonly<Record<string, unknown>> {
  const isStatement = p.docType === documentType.statement;
  const names = isStatement ? [t.orderNo, t.oem, t.orderedOn] : t.goods;
  const hasPrices = p.docType !== documentType.deliveryNote;
  const heads = [head(t.seq, "center"), ...names.map((n) => head(n))];
  heads.push(isStatement ? head(t.status) : head(t.unit, "center"));
  if (!isStatement) heads.push(head(t.qty, "right"));
  if (hasPrices && !isStatement) heads.push(head(t.unitPrice, "right"));
  if (hasPrices) heads.push(head(t.amount, "right"));
  const rows = p.lines.map((l, i) => {
    const cells: Cell[] = [{ text: String(i + 1), alignment: "center" }, l.code, l.name, l.model];
    cells.push(isStatement ? l.unit : { text: l.unit, alignment: "center" });
    if (!isStatement) cells.push(right(String(l.qty)));
    if (hasPrices && !isStatement) cells.push(right(priceText(l.unitPrice)));
    if (hasPrices) cells.push(right(amountText(l.amount)));
    return cells;
  });
  const widths = ["auto", "auto", "*", "auto", "auto", ...heads.slice(5).map(() => "auto")];
  return {
    table: { headerRows: 1, dontBreakRows: true, widths, body: [heads, ...rows] },
    layout: "thinLines",
    margin: [0, 10, 0, 8],
  };
}

function sumsOf(p: DocumentContent, t: DocumentTexts): readonly unknown[] {
  if (p.docType === documentType.deliveryNote) {
    const pieces = p.lines.reduce((n, l) => n + l.qty, 0);
    return [{ text: `${t.totalQty}${t.colon}${pieces}`, alignment: "right", bold: true }];
  }
  const goods = sumAmounts(p.lines.map((l) => l.amount));
  const parts =
    p.docType === documentType.statement
      ? []
      : [`${t.goodsAmount}${t.colon}${amountText(goods)}`, `${t.postage}${t.colon}${amountText(p.postage)}`];
  return [
    ...parts.map((text) => ({ text, alignment: "right", margin: [0, 1, 0, 1] })),
    {
      text: `${t.total}${t.colon}¥ ${amountText(p.total)}`,
      alignment: "right",
      bold: true,
      fontSize: 12,
      margin: [0, 3, 0, 3],
    },
    ...(t.inWords === null ? [] : [{ text: `${t.inWords}${t.colon}${amountInWords(p.total)}`, bold: true }]),
  ];
}

/** Returns the lines for signatures. The consignee signs a delivery note. Both companies stamp all other documents. */
const signaturesOf = (docType: number, t: DocumentTexts) => ({
  columns: [t.supplier, docType === documentType.deliveryNote ? t.receiver : t.buyer, t.date].map((text) => ({
    text: `${text}${t.colon}`,
  })),
  margin: [0, 28, 0, 0],
});

/** Returns the block that says where to pay, how much, and with which reference. */
function paymentOf({ payment: due }: DocumentContent, t: DocumentTexts): readonly unknown[] {
  if (due === null || due.payees.length === 0) return [];
  const line = (parts: readonly (readonly [label: string, value: string])[]) => ({
    text: parts.map(([label, value]) => `${label}${t.colon}${value}`).join("    "),
    margin: [0, 1.5, 0, 1.5],
  });
  return [
    {
      unbreakable: true,
      margin: [0, 12, 0, 0],
      stack: [
        { text: t.payTo, bold: true, margin: [0, 0, 0, 2] },
        line([
          [t.payable, `¥ ${amountText(due.amount)}`],
          [t.reference, due.reference],
        ]),
        // The account number begins a line, so that it is not broken into two lines.
        ...due.payees.flatMap((x) => [
          line([
            [t.holder, x.accountHolder],
            [t.bank, x.bankName],
          ]),
          line([[t.account, x.bankAccount], ...(x.bankCode ? [[t.bankCode, x.bankCode] as const] : [])]),
        ]),
      ],
    },
  ];
}

/** Returns the definition of a document, for `pdfOf`. */
export function documentDefinition(p: DocumentContent): Record<string, unknown> {
  const t = documentTexts[p.language];
  const kind = t.kinds[p.docType];
  if (!kind) throw new Error(`unknown document type ${p.docType}`);
  const half = Math.ceil(p.facts.length / 2);
  const column = (some: DocumentContent["facts"]) => ({
    stack: some.map(([label, value]) => ({
      text: [{ text: `${label}${t.colon}`, color: "#5b6876" }, value],
      margin: [0, 1.5, 0, 1.5],
    })),
  });
  return {
    pageSize: "A4",
    pageMargins: [40, 84, 40, 56],
    info: { title: `${kind.title} ${p.documentNo}`, author: p.seller },
    defaultStyle: { font: "NotoSansSC", fontSize: 9.5, lineHeight: 1.15 },
    header: {
      margin: [40, 26, 40, 0],
      columns: [
        p.logo ? { image: p.logo, fit: [90, 32], width: "auto" } : { svg: mark, width: 30 },
        {
          stack: [
            { text: p.seller, bold: true, fontSize: 13 },
            { text: p.documentNo, color: "#5b6876", fontSize: 9 },
          ],
          margin: [10, 0, 0, 0],
        },
        {
          text: kind.title,
          bold: true,
          fontSize: 20,
          alignment: "right",
          characterSpacing: p.language === "en" ? 0 : 3,
        },
      ],
    },
    footer: {
      margin: [40, 16, 40, 0],
      columns: [
        { text: p.seller, color: "#8794a1", fontSize: 8 },
        { text: t.page, isNumbered: true, alignment: "right", color: "#8794a1", fontSize: 8 },
      ],
    },
    content: [
      { columns: [column(p.facts.slice(0, half)), column(p.facts.slice(half))], columnGap: 24 },
      tableOf(p, t),
      { stack: sumsOf(p, t), unbreakable: true },
      ...paymentOf(p, t),
      ...(p.remark ? [{ text: `${t.remark}${t.colon}${p.remark}`, margin: [0, 8, 0, 0] }] : []),
      {
        stack: kind.terms.map((term, i) => ({ text: `${i + 1}. ${term}`, color: "#5b6876", fontSize: 8.5 })),
        margin: [0, 12, 0, 0],
      },
      signaturesOf(p.docType, t),
    ],
  };
}

/** Logo of Shotkeeper, used for tenants that have uploaded no logo. */
const mark = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
  '<rect width="32" height="32" rx="8" fill="#1f4e79"/>',
  '<path d="M6 8.5h7v4.2a4.2 4.2 0 0 0 0 6.6v4.2H6z" fill="#ffffff"/>',
  '<path d="M26 8.5h-7v4.2a4.2 4.2 0 0 1 0 6.6v4.2h7z" fill="#c7d3df"/>',
  '<circle cx="16" cy="16" r="2.9" fill="#ffb84d"/></svg>',
].join("");
