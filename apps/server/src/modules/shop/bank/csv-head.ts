/**
 * Names of the columns, as banks write them. `plainWord` removes brackets with translations and units before the
 * comparison.
 */
const columns = {
  day: ["交易日", "交易日期", "交易时间", "记账日期", "入账日期", "日期", "date", "bookingdate"],
  credit: ["贷方发生额", "贷方金额", "收入金额", "收入", "贷方", "存入", "credit", "creditamount"],
  debit: ["借方发生额", "借方金额", "支出金额", "支出", "借方", "支取", "debit", "debitamount"],
  amount: ["交易金额", "发生额", "金额", "amount"],
  direction: ["借/贷", "借贷标志", "借贷方向", "借贷", "收支", "收/支", "direction"],
  type: ["交易类型", "type"],
  payerName: ["付款人名称", "对方户名", "对方单位名称", "收/付方名称", "对方名称", "对方单位", "payer"],
  payerAccount: ["付款人账号", "对方账号", "对方帐号", "收/付方帐号", "收/付方账号", "payeraccount"],
  reference: ["交易流水号", "账户明细编号-交易流水号", "流水号", "业务参考号", "凭证号", "reference"],
  currency: ["币种", "币别", "货币", "交易货币", "交易币种", "账户币种", "货币种类", "currency", "ccy"],
} as const;
export type Column = keyof typeof columns;
const remarks = ["摘要", "用途", "附言", "交易附言", "备注", "业务摘要", "其它摘要", "个性化信息", "remark"];

/** Other names of a column with the direction of a transfer (incoming or outgoing), such as 借贷标识 or "Dr/Cr". */
const directionName = /方向|流向|^(借\/?贷|收\/?[支付]|进\/?出)(标志|标识|标记|类型)$|^dr\/?cr$|^d\/?c$/;
/** Other names of a column with the currency, such as 交易币种名称. */
const currencyName = /币种|币别|货币|currency/;

/**
 * Normalizes a word that a bank has written in its file, such as the name of a column: in lower case and without white
 * space. Removes brackets too, because they contain translations and units. A bracket of more than 100 characters is no
 * translation: without this limit, a text of opening brackets would take quadratic time.
 */
export const plainWord = (cell: string): string =>
  cell
    .normalize("NFKC")
    .replace(/\[[^[\]]{0,100}\]|\([^()]{0,100}\)/g, "")
    .replace(/\s+/g, "")
    .toLowerCase();

const yuanWords = ["人民币", "人民币元", "元", "cny", "rmb", "156", "001", "01"];
/** Returns true if a text names the yuan and no other currency: 人民币, CNY, "RMB-人民币". */
export function isYuan(text: string): boolean {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[\s()[\]\-_/|]+/)
    .filter((w) => w !== "");
  return words.length > 0 && words.every((w) => yuanWords.includes(w));
}

/** Units of amounts that are not yuan: other currencies, and multiples of a yuan. */
const otherUnit =
  /^\s*(usd|eur|hkd|jpy|gbp|aud|cad|chf|sgd|twd|krw|mop|[万千百]元|.{0,3}(美元|港币|港元|欧元|日元|英镑|澳元|加元|外币))\s*$/i;

export interface Head {
  /** Position of the row with the names of the columns, from 0 on. */
  readonly at: number;
  readonly columns: ReadonlyMap<Column, number>;
  readonly remarks: readonly number[];
  /** Unit in brackets after the name of a column with amounts, such as 元 or 美元. Empty: no unit. */
  readonly unit: string;
}

function headOf(cells: readonly string[], at: number): Head {
  const names = cells.map(plainWord);
  const found = new Map<Column, number>();
  for (const column of Object.keys(columns) as Column[]) {
    const index = columns[column].map((name) => names.indexOf(name)).find((i) => i >= 0);
    if (index !== undefined) found.set(column, index);
  }
  const others = [
    ["direction", directionName],
    ["currency", currencyName],
  ] as const;
  for (const [column, pattern] of others) {
    const index = names.findIndex((n) => pattern.test(n));
    if (!found.has(column) && index >= 0) found.set(column, index);
  }
  const amount = cells[found.get("credit") ?? found.get("amount") ?? -1] ?? "";
  const [, unit = ""] = /[([]([^)\]]*)[)\]]/.exec(amount.normalize("NFKC")) ?? [];
  return {
    at,
    columns: found,
    remarks: names.flatMap((n, i) => (remarks.includes(n) ? [i] : [])),
    unit: isYuan(unit) || otherUnit.test(unit) ? unit : "",
  };
}

/** Finds the row with the names of the columns. Banks write their own name and the account above this row. */
export function findHead(rows: readonly (readonly string[])[]): Head | undefined {
  return rows
    .slice(0, 40)
    .map(headOf)
    .find((h) => h.columns.has("day") && (h.columns.has("credit") || h.columns.has("amount")));
}
