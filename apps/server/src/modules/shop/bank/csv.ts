import { type Column, findHead, type Head, isYuan, plainWord } from "./csv-head.ts";
import { rowsOfCsv } from "./csv-rows.ts";
import { amountOf, dayOf, type LineFault, type ReadRow, type Statement, statementOf } from "./line.ts";

const incomingWords = [
  ..."贷 贷方 贷记 收 收入 收款 收方 来账 转入 汇入 入账 存入 进 进账 c cr crdt credit in incoming deposit +".split(
    " ",
  ),
];
const outgoingWords = [
  ..."借 借方 借记 支 支出 付 付款 付方 往账 转出 汇出 出账 支取 取出 d dr dbit debit out outgoing withdrawal -".split(
    " ",
  ),
];
/** Words by which banks mark the reversal of an earlier transfer. */
const reversalWords = /冲正|冲销|抹账|撤销|退汇|红字|reversal/i;

type Cell = (c: Column) => string;
type Direction = "incoming" | "outgoing" | undefined;

function directionOf(text: string): Direction {
  const word = plainWord(text);
  if (incomingWords.includes(word)) return "incoming";
  return outgoingWords.includes(word) ? "outgoing" : undefined;
}

/** Returns the amount of a cell. Undefined: the cell is empty. NaN: the amount cannot be read. */
function yuanOf(text: string): number | undefined {
  return text === "" || text === "-" ? undefined : (amountOf(text) ?? Number.NaN);
}

type Money =
  | { readonly kind: "incoming" | "outgoing" | "reversal" | "none"; readonly amount: number }
  | LineFault;

const signed = (amount: number, isReversal: boolean): Money =>
  amount > 0
    ? { kind: "incoming", amount }
    : { kind: amount === 0 ? "none" : isReversal ? "reversal" : "outgoing", amount };

/** Returns the amount of a row in a file with one column for incoming and one column for outgoing amounts. */
function ofTwoColumns(cell: Cell, hasDebit: boolean): Money {
  const credit = yuanOf(cell("credit"));
  const debit = yuanOf(cell("debit"));
  if (Number.isNaN(credit) || Number.isNaN(debit)) return "amount";
  if (credit && debit) return "amount";
  if (credit) return signed(credit, true);
  if (debit) return { kind: "outgoing", amount: debit };
  // If the file has no known column of outgoing amounts, a row without an incoming amount counts as an outgoing
  // transfer.
  if (credit === undefined && debit === undefined)
    return hasDebit ? "amount" : { kind: "outgoing", amount: 0 };
  return { kind: "none", amount: 0 };
}

/**
 * Returns the amount of a row in a file with one column of amounts. A word in the row, such as 贷, gives the direction.
 * If the file has no column of directions, but has signs, the sign of the amount gives it.
 */
function ofOneColumn(cell: Cell, head: Head, isSigned: boolean, isReversal: boolean): Money {
  const amount = yuanOf(cell("amount"));
  if (amount === undefined || Number.isNaN(amount)) return "amount";
  const direction = directionOf(cell(head.columns.has("direction") ? "direction" : "type"));
  if (direction === "incoming") return signed(amount, true);
  if (direction === "outgoing") return { kind: "outgoing", amount };
  if (head.columns.has("direction") || !isSigned) return "direction";
  return signed(amount, isReversal);
}

/** Returns true if a row is no transfer: a total or a note below the lines. */
const isNote = (cells: readonly string[], cell: Cell): boolean =>
  cells.every((x) => x === "") || (cell("day") === "" && cells.filter((x) => x !== "").length < 4);

const cellsOf =
  (cells: readonly string[], head: Head): Cell =>
  (c) =>
    cells[head.columns.get(c) ?? -1] ?? "";

function readRow(cells: readonly string[], row: number, head: Head, isSigned: boolean): ReadRow {
  const cell = cellsOf(cells, head);
  if (isNote(cells, cell)) return { kind: "none" };
  const remark = [...new Set(head.remarks.map((i) => cells[i] ?? ""))].filter((x) => x !== "").join(" ");
  const isReversal = reversalWords.test(`${remark} ${cell("type")}`);
  const money = head.columns.has("credit")
    ? ofTwoColumns(cell, head.columns.has("debit"))
    : ofOneColumn(cell, head, isSigned, isReversal);
  if (typeof money === "string") return { kind: "fault", row, fault: money };
  if (money.kind === "none" || money.kind === "outgoing") return { kind: money.kind };
  const isForeign = head.columns.has("currency")
    ? !isYuan(cell("currency"))
    : head.unit !== "" && !isYuan(head.unit);
  if (isForeign) return { kind: "fault", row, fault: "currency" };
  const day = dayOf(cell("day"));
  if (day === undefined) return { kind: "fault", row, fault: "day" };
  return {
    kind: money.kind,
    line: {
      row,
      day,
      amount: money.amount,
      payerName: cell("payerName"),
      payerAccount: cell("payerAccount"),
      reference: cell("reference"),
      remark,
    },
  };
}

/**
 * Returns true if the file marks the direction by the sign of the amount. Ignores the negative amounts of reversals,
 * because reversals have a negative amount in any file.
 */
const hasSigns = (rows: readonly (readonly string[])[], head: Head): boolean =>
  rows.some((cells) => {
    const text = cellsOf(cells, head)("amount");
    return text.startsWith("+") || ((yuanOf(text) ?? 0) < 0 && !reversalWords.test(cells.join(" ")));
  });

/** Reads a bank statement in CSV. Returns undefined if no row has the names of the columns. */
export function readCsv(text: string): Statement | undefined {
  const { rows, unclosed } = rowsOfCsv(text);
  const head = findHead(rows);
  if (!head) return undefined;
  const body = rows.slice(head.at + 1);
  const isSigned = hasSigns(body, head);
  const read = body.map((cells, i) => readRow(cells, head.at + 2 + i, head, isSigned));
  const broken: readonly ReadRow[] =
    unclosed === undefined ? [] : [{ kind: "fault", row: unclosed, fault: "quote" }];
  return statementOf([...read, ...broken], head.columns.has("currency") || head.unit !== "");
}
