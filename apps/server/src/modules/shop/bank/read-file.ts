import { errors } from "@shotkeeper/contract/kernel";
import { maxStatementBytes, maxStatementLines } from "@shotkeeper/contract/shop";
import { readCamt } from "./camt.ts";
import { readCsv } from "./csv.ts";
import type { Statement } from "./line.ts";

/** Decodes a file of a bank: UTF-8, UTF-16 with a byte order mark, or else GBK (as its superset GB 18030). */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/**
 * Reads a bank statement in CSV or CAMT.053 from the content of a file in base64. `zone` is the tenant's time zone.
 * Throws bankFileUnreadable (S0473) for any other file, and tooManyRows (S0220) for more lines than a statement may
 * have.
 */
export function readStatement(content: unknown, fileName: string, zone: string): Statement {
  if (typeof content !== "string" || content === "") throw errors.missingField("fileContent");
  const bytes = Buffer.from(content, "base64");
  if (bytes.length > maxStatementBytes) throw errors.requestTooLarge();
  const text = decodeText(bytes);
  const read = text.trimStart().startsWith("<") ? readCamt(text, zone) : readCsv(text);
  if (!read) throw errors.bankFileUnreadable(fileName);
  const { lines, reversals, faults, outgoing, pending } = read;
  const count = lines.length + reversals.length + faults.length + outgoing + pending;
  if (count === 0) throw errors.bankFileUnreadable(fileName);
  if (count > maxStatementLines) throw errors.tooManyRows(maxStatementLines);
  return read;
}
