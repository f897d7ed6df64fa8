import { amountInWords, amountText, documentType, priceText, sumAmounts } from "@shotkeeper/contract/shop";

/** Content of a document for the shop's customers (such as a quotation or statement), as read from the database. */
export interface DocumentContent {
  readonly docType: number;
  /** Name of the tenant's company, which issues the document. */
  readonly seller: string;
  /** The tenant's logo as a data URL. Without it, the document shows the product's logo. */
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

interface Kind {
  readonly title: string;
  readonly terms: readonly string[];
  readonly hasPrices: boolean;
}

const kinds: Readonly<Record<number, Kind>> = {
  [documentType.quotation]: {
    title: "报价单",
    hasPrices: true,
    terms: ["以上价格均为人民币含税价。", "本报价自开具之日起 30 日内有效。", "商品质保一年，电池配件除外。"],
  },
  [documentType.deliveryNote]: {
    title: "送货单",
    hasPrices: false,
    terms: ["请当面清点数量，如有短少或破损请在签收时注明。", "签收后请将回执联交还承运人。"],
  },
  [documentType.statement]: {
    title: "月结对账单",
    hasPrices: true,
    terms: ["请于付款期限前付清未付金额，并上传付款凭证。", "如对账目有异议，请在 7 日内书面提出。"],
  },
};

export const documentTitle = (docType: number): string => kinds[docType]?.title ?? "";

type Cell = string | Readonly<Record<string, unknown>>;
const right = (text: string): Cell => ({ text, alignment: "right" });
const head = (text: string, alignment = "left"): Cell => ({
  text,
  bold: true,
  alignment,
  fillColor: "#eef2f6",
});

function tableOf(p: DocumentContent, kind: Kind): Readonly<Record<string, unknown>> {
  const isStatement = p.docType === documentType.statement;
  const names = isStatement ? ["订单号", "主机厂", "下单日期"] : ["编码", "品名", "型号"];
  const heads = [head("序号", "center"), ...names.map((n) => head(n))];
  heads.push(isStatement ? head("状态") : head("单位", "center"));
  if (!isStatement) heads.push(head("数量", "right"));
  if (kind.hasPrices && !isStatement) heads.push(head("单价", "right"));
  if (kind.hasPrices) heads.push(head("金额（元）", "right"));
  const rows = p.lines.map((l, i) => {
    const cells: Cell[] = [{ text: String(i + 1), alignment: "center" }, l.code, l.name, l.model];
    cells.push(isStatement ? l.unit : { text: l.unit, alignment: "center" });
    if (!isStatement) cells.push(right(String(l.qty)));
    if (kind.hasPrices && !isStatement) cells.push(right(priceText(l.unitPrice)));
    if (kind.hasPrices) cells.push(right(amountText(l.amount)));
    return cells;
  });
  const widths = ["auto", "auto", "*", "auto", "auto", ...heads.slice(5).map(() => "auto")];
  return {
    table: { headerRows: 1, dontBreakRows: true, widths, body: [heads, ...rows] },
    layout: {
      hLineColor: () => "#c3ccd5",
      vLineColor: () => "#c3ccd5",
      hLineWidth: () => 0.6,
      vLineWidth: () => 0.6,
    },
    margin: [0, 10, 0, 8],
  };
}

function sumsOf(p: DocumentContent, kind: Kind): readonly unknown[] {
  if (!kind.hasPrices) {
    const pieces = p.lines.reduce((n, l) => n + l.qty, 0);
    return [{ text: `合计数量：${pieces}`, alignment: "right", bold: true }];
  }
  const goods = sumAmounts(p.lines.map((l) => l.amount));
  const parts =
    p.docType === documentType.statement
      ? []
      : [`商品金额：${amountText(goods)}`, `运费：${amountText(p.postage)}`];
  return [
    ...parts.map((text) => ({ text, alignment: "right", margin: [0, 1, 0, 1] })),
    {
      text: `合计：¥ ${amountText(p.total)}`,
      alignment: "right",
      bold: true,
      fontSize: 12,
      margin: [0, 3, 0, 3],
    },
    { text: `大写金额：${amountInWords(p.total)}`, bold: true },
  ];
}

/** Returns the lines for signatures. The consignee signs a delivery note. Both companies stamp all other documents. */
const signaturesOf = (docType: number) => ({
  columns: [
    { text: "供方（盖章）：" },
    { text: docType === documentType.deliveryNote ? "收货人（签字）：" : "需方（盖章）：" },
    { text: "日期：" },
  ],
  margin: [0, 28, 0, 0],
});

/** Returns the pdfmake definition of a document. */
export function documentDefinition(p: DocumentContent): Record<string, unknown> {
  const kind = kinds[p.docType];
  if (!kind) throw new Error(`unknown document type ${p.docType}`);
  const half = Math.ceil(p.facts.length / 2);
  const column = (some: DocumentContent["facts"]) => ({
    stack: some.map(([label, value]) => ({
      text: [{ text: `${label}：`, color: "#5b6876" }, value],
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
        { text: kind.title, bold: true, fontSize: 20, alignment: "right", characterSpacing: 3 },
      ],
    },
    footer: (page: number, pages: number) => ({
      margin: [40, 16, 40, 0],
      columns: [
        { text: p.seller, color: "#8794a1", fontSize: 8 },
        { text: `第 ${page} 页 / 共 ${pages} 页`, alignment: "right", color: "#8794a1", fontSize: 8 },
      ],
    }),
    content: [
      { columns: [column(p.facts.slice(0, half)), column(p.facts.slice(half))], columnGap: 24 },
      tableOf(p, kind),
      { stack: sumsOf(p, kind), unbreakable: true },
      ...(p.remark ? [{ text: `备注：${p.remark}`, margin: [0, 8, 0, 0] }] : []),
      {
        stack: kind.terms.map((t, i) => ({ text: `${i + 1}. ${t}`, color: "#5b6876", fontSize: 8.5 })),
        margin: [0, 12, 0, 0],
      },
      signaturesOf(p.docType),
    ],
  };
}

/** Product logo, used for tenants that have uploaded no logo. */
const mark = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
  '<rect width="32" height="32" rx="8" fill="#1f4e79"/>',
  '<path d="M6 8.5h7v4.2a4.2 4.2 0 0 0 0 6.6v4.2H6z" fill="#ffffff"/>',
  '<path d="M26 8.5h-7v4.2a4.2 4.2 0 0 1 0 6.6v4.2h7z" fill="#c7d3df"/>',
  '<circle cx="16" cy="16" r="2.9" fill="#ffb84d"/></svg>',
].join("");
