import { sumAmounts } from "@shotkeeper/contract/shop";
import {
  type BankLine,
  dayOfIso,
  decimalOf,
  type LineFault,
  type ReadRow,
  type Statement,
  statementOf,
} from "./line.ts";
import { readXml, type XmlElement } from "./xml.ts";

type Node = XmlElement | undefined;

const all = (node: Node, name: string): readonly XmlElement[] =>
  (node?.children ?? []).filter((c) => c.name === name);
/** Returns the element at a path of names. */
const at = (node: Node, path: string): Node =>
  path.split(".").reduce<Node>((n, name) => n?.children.find((c) => c.name === name), node);
const text = (node: Node, path: string): string => at(node, path)?.text ?? "";
const joined = (parts: readonly string[]): string =>
  [...new Set(parts)].filter((x) => x !== "" && x !== "NOTPROVIDED").join(" ");

const remarkOf = (tx: Node): readonly string[] => [
  ...all(at(tx, "RmtInf"), "Ustrd").map((u) => u.text),
  ...all(at(tx, "RmtInf"), "Strd").flatMap((s) => [text(s, "CdtrRefInf.Ref"), text(s, "AddtlRmtInf")]),
  text(tx, "AddtlTxInf"),
  text(tx, "Refs.EndToEndId"),
  // `InstrId` is the payer's number of the instruction. It belongs to the remark, because it may occur twice and is no
  // serial number of the bank.
  text(tx, "Refs.InstrId"),
];

/** Returns the amount in yuan, or the reason why it cannot be read. */
function yuanOf(amount: Node): number | LineFault {
  if (amount === undefined) return "amount";
  if (amount.attributes.Ccy !== "CNY") return "currency";
  const yuan = decimalOf(amount.text);
  return yuan === undefined || yuan < 0 ? "amount" : yuan;
}

/** Direction of an entry or transfer. Undefined: it is neither a credit nor a debit. */
function isCredit(node: Node): boolean | undefined {
  const direction = text(node, "CdtDbtInd");
  return direction === "CRDT" ? true : direction === "DBIT" ? false : undefined;
}

interface Transfer {
  readonly tx: Node;
  readonly isCredit: boolean;
  readonly amount: number;
}

/**
 * Returns the transfers of an entry. A single transfer gets the amount of the entry, because the amount in the transfer
 * may be stated before bank charges. If there are several transfers, each must state its amount, and the sum must be
 * the amount of the entry.
 */
function transfersOf(
  entry: XmlElement,
  isEntryCredit: boolean,
  amount: number,
): readonly Transfer[] | LineFault {
  const details = all(entry, "NtryDtls").flatMap((d) => all(d, "TxDtls"));
  const batch = all(entry, "NtryDtls").map((d) => text(d, "Btch.NbOfTxs"));
  const count = batch.every((n) => /^\d+$/.test(n))
    ? batch.reduce((sum, n) => sum + Number(n), 0)
    : undefined;
  if (count !== undefined && details.length > 0 && count !== details.length) return "transfers";
  if (details.length < 2) return [{ tx: details[0], isCredit: isEntryCredit, amount }];
  const transfers: Transfer[] = [];
  for (const tx of details) {
    const own = yuanOf(at(tx, "Amt") ?? at(tx, "AmtDtls.TxAmt.Amt"));
    if (typeof own !== "number") return own === "amount" ? "transfers" : own;
    const direction = at(tx, "CdtDbtInd") ? isCredit(tx) : isEntryCredit;
    if (direction === undefined) return "direction";
    transfers.push({ tx, isCredit: direction, amount: own });
  }
  const sum = sumAmounts(transfers.map((t) => (t.isCredit === isEntryCredit ? t.amount : -t.amount)));
  return sum === amount ? transfers : "transfers";
}

/** States of entries that the bank has not booked: pending, for information only, and future. */
const unbooked = ["PDNG", "INFO", "FUTR"];

/** Reads an entry of a bank statement. `row` is the position of its first transfer in the file. */
function readEntry(entry: XmlElement, row: number, zone: string): readonly ReadRow[] {
  const fault = (reason: LineFault): readonly ReadRow[] => [{ kind: "fault", row, fault: reason }];
  const status = text(entry, "Sts.Cd") || text(entry, "Sts");
  if (unbooked.includes(status)) return [{ kind: "pending" }];
  if (status !== "BOOK") return fault("status");
  const reversed = text(entry, "RvslInd");
  const direction = isCredit(entry);
  if (direction === undefined || !["", "true", "1", "false", "0"].includes(reversed))
    return fault("direction");
  const isReversal = reversed === "true" || reversed === "1";
  if (!direction && !isReversal) return [{ kind: "outgoing" }];
  const amount = yuanOf(at(entry, "Amt"));
  if (typeof amount !== "number") return fault(amount);
  if (amount === 0) return fault("amount");
  const day = dayOfIso(text(entry, "BookgDt.Dt") || text(entry, "BookgDt.DtTm"), zone);
  if (day === undefined) return fault("day");
  const transfers = transfersOf(entry, direction, amount);
  if (typeof transfers === "string") return fault(transfers);
  return transfers.map(({ tx, ...t }, i): ReadRow => {
    if (!t.isCredit && !isReversal) return { kind: "outgoing" };
    if (t.amount === 0) return { kind: "fault", row: row + i, fault: "amount" };
    const parties = at(tx, "RltdPties");
    const line: BankLine = {
      row: row + i,
      day,
      amount: t.isCredit ? t.amount : -t.amount,
      payerName: text(parties, "Dbtr.Nm") || text(parties, "Dbtr.Pty.Nm"),
      payerAccount: text(parties, "DbtrAcct.Id.IBAN") || text(parties, "DbtrAcct.Id.Othr.Id"),
      reference: text(tx, "Refs.AcctSvcrRef") || text(tx, "Refs.TxId") || text(entry, "AcctSvcrRef"),
      remark: joined([...remarkOf(tx), text(entry, "AddtlNtryInf")]),
    };
    return { kind: isReversal ? "reversal" : "incoming", line };
  });
}

/**
 * Reads a bank statement in CAMT.053 (ISO 20022), of any version. Returns undefined if the text is no such statement,
 * or is cut off. `zone` is the time zone in which times with an offset become days.
 */
export function readCamt(xml: string, zone: string): Statement | undefined {
  const statements = all(at(readXml(xml), "BkToCstmrStmt"), "Stmt");
  if (statements.length === 0) return undefined;
  let row = 1;
  const rows = statements
    .flatMap((s) => all(s, "Ntry"))
    .flatMap((entry) => {
      const read = readEntry(entry, row, zone);
      row += read.length;
      return read;
    });
  return statementOf(rows, true);
}
