import { createHash } from "node:crypto";
import { dayText } from "../../../kernel/zone.ts";

/** A transfer of a bank statement. */
export interface BankLine {
  /** Row of the file, from 1 on, or position of the transfer in an XML file. */
  readonly row: number;
  /** Day of the booking, "YYYY-MM-DD". */
  readonly day: string;
  /** Amount, yuan. Negative for a reversal that takes received money away again. */
  readonly amount: number;
  readonly payerName: string;
  readonly payerAccount: string;
  /** Serial number that the bank gave the transfer. Empty if the file has none. */
  readonly reference: string;
  /** Texts of the payer and the bank: summary, purpose and remark. */
  readonly remark: string;
}

/**
 * Reason why a row of a bank statement cannot be read. `transfers`: the sum of the transfers of a batch is not the
 * amount of the batch. `quote`: the closing quote of a cell is missing or is followed by text, so that this row and all
 * rows below it are not read.
 */
export type LineFault = "day" | "amount" | "currency" | "direction" | "status" | "transfers" | "quote";
export interface FaultyRow {
  readonly row: number;
  readonly fault: LineFault;
}

/**
 * A bank statement as read from a file. Each row of the file is in one of these lists, or is counted in one of these
 * numbers.
 */
export interface Statement {
  /** Incoming transfers. */
  readonly lines: readonly BankLine[];
  /** Reversals of earlier transfers. They are shown and never booked. */
  readonly reversals: readonly BankLine[];
  /** Number of outgoing transfers, which are no payments of customers. */
  readonly outgoing: number;
  /** Number of transfers that the bank has not booked yet. */
  readonly pending: number;
  readonly faults: readonly FaultyRow[];
  /** False: the file does not say in which currency its amounts are. */
  readonly hasCurrency: boolean;
}

/** Result of reading one row. `none`: the row is no transfer, for example a row of totals. */
export type ReadRow =
  | { readonly kind: "incoming" | "reversal"; readonly line: BankLine }
  | { readonly kind: "outgoing" | "pending" | "none" }
  | { readonly kind: "fault"; readonly row: number; readonly fault: LineFault };

/** Builds a bank statement from the rows that were read from its file. */
export function statementOf(rows: readonly ReadRow[], hasCurrency: boolean): Statement {
  const linesOf = (kind: "incoming" | "reversal") =>
    rows.flatMap((r) => (r.kind === kind && "line" in r ? [r.line] : []));
  const countOf = (kind: ReadRow["kind"]) => rows.filter((r) => r.kind === kind).length;
  return {
    lines: linesOf("incoming"),
    reversals: linesOf("reversal"),
    outgoing: countOf("outgoing"),
    pending: countOf("pending"),
    faults: rows.flatMap((r) => (r.kind === "fault" ? [{ row: r.row, fault: r.fault }] : [])),
    hasCurrency,
  };
}

/** Line of a bank statement with its key. A line is refused if a line with the same key was booked before. */
export type KeyedLine = BankLine & {
  readonly key: string;
  /**
   * Keys of booked lines that are equal to this line. Set only if the bank gave no serial number: this line may then be
   * one of these booked transfers or another, equal transfer.
   */
  readonly equalKeys?: readonly string[];
};

/** Normalizes a text for comparisons: in lower case, with narrow characters and without white space. */
const plain = (text: string): string => text.normalize("NFKC").replace(/\s+/g, "").toLowerCase();

/**
 * Returns the serial number of a line for comparisons. Zeros and dashes are no number, because banks fill empty columns
 * with them.
 */
export const plainReference = (line: BankLine): string => plain(line.reference).replace(/^[0\-*]*$/, "");

const contentOf = (line: BankLine): string =>
  JSON.stringify([
    line.day,
    line.amount.toFixed(2),
    plain(line.payerAccount) || plain(line.payerName),
    plainReference(line),
  ]);
const keyOf = (content: string, n: number): string =>
  createHash("sha256").update(`${content}#${n}`).digest("hex");

/**
 * Returns the lines with their keys. The key is made from the content alone, so that the same line in another file has
 * the same key. Equal lines of one file are numbered, and the number is a part of the key, because a customer may pay
 * the same amount twice a day.
 * `bookedKeys` are the keys of lines that are booked already. A line with such a key and without a serial number of the
 * bank may be the booked transfer or a second, equal one. So the line gets the key with the next free number. Two
 * clerks who book this line at once use the same key, so one of them is refused.
 */
export function withKeys(
  lines: readonly BankLine[],
  bookedKeys: ReadonlySet<string> = new Set(),
): readonly KeyedLine[] {
  const contents = lines.map(contentOf);
  const counts = new Map<string, number>();
  for (const c of contents) counts.set(c, (counts.get(c) ?? 0) + 1);
  const seen = new Map<string, number>();
  return lines.map((line, i) => {
    const content = contents[i] ?? "";
    const n = (seen.get(content) ?? 0) + 1;
    seen.set(content, n);
    const key = keyOf(content, n);
    if (plainReference(line) !== "" || !bookedKeys.has(key)) return { ...line, key };
    let next = counts.get(content) ?? n;
    const equalKeys = [key];
    while (bookedKeys.has(keyOf(content, ++next))) equalKeys.push(keyOf(content, next));
    counts.set(content, next);
    return { ...line, key: keyOf(content, next), equalKeys };
  });
}

const dayPatterns = [
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[-T\s].*)?$/s,
  /^(\d{4})(年)(\d{1,2})月(\d{1,2})(?:日.*)?$/s,
  /^(\d{4})()(\d{2})(\d{2})(?:\d{6}|[T\s].*)?$/s,
];

/**
 * Returns the day of a text such as 20260520, 2026-05-20, 2026/5/20 10:30, 20260520103000 or 2026年5月20日. Returns
 * undefined for other texts and for days outside of the years 1990 to 2099, which are a mistake.
 */
export function dayOf(text: string): string | undefined {
  const found = dayPatterns.map((p) => p.exec(text.trim())).find((x) => x !== null);
  const [, year = "", , month = "", day = ""] = found ?? [];
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (iso < "1990-01-01" || iso >= "2100-01-01") return undefined;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** Returns the day of an xs:date or xs:dateTime. A time with an offset is converted to the day in a zone. */
export function dayOfIso(text: string, zone: string): string | undefined {
  const [, day = "", time = "", offset = ""] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(text.trim()) ?? [];
  if (time === "" || offset === "") return dayOf(day);
  const at = new Date(`${day}${time.slice(0, 9)}${offset}`).getTime();
  return dayOf(day) === undefined || Number.isNaN(at) ? undefined : dayText(zone, at);
}

/** Returns the number of a text of digits with at most two decimals. Further decimals must be zeros. */
const centsExact = (digits: string): number | undefined =>
  /^[+-]?\d{1,13}(\.\d{1,2}0*)?$/.test(digits) ? Number(digits) : undefined;

/**
 * Returns the amount of a text such as "1,234.50", "¥1,234.50" or "+1234.5". Undefined: the text is no amount with
 * whole cents. Accepts a comma only between groups of three digits, because "448,56" could mean 448.56.
 */
export function amountOf(text: string): number | undefined {
  const [, before = "", after = "", digits = ""] =
    /^([+-]?)(?:(?:[¥￥]|CNY|RMB)\s*)?([+-]?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)$/i.exec(text.trim()) ??
    [];
  return before !== "" && after !== "" ? undefined : centsExact(before + after + digits.replaceAll(",", ""));
}

/** Returns the amount of an xs:decimal. Undefined: the text is no amount with whole cents. */
export const decimalOf = (text: string): number | undefined => centsExact(text.trim());
