import type { CellObject, WorkSheet } from "@e965/xlsx";
import { readCsv } from "./csv-read.ts";
import { SHIFT_1904, serialText } from "./serial.ts";
import { type Cell, FileError, MAX_BYTES, type Sheet } from "./types.ts";
import { guardZip } from "./zip-guard.ts";

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((b, i) => bytes[i] === b);
const isZip = (bytes: Uint8Array) => starts(bytes, 0x50, 0x4b, 3, 4);
const isOld = (bytes: Uint8Array) => starts(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** Decodes UTF-8, UTF-16 with byte order mark, or GBK. Returns undefined if the bytes are not text. */
function textOf(bytes: Uint8Array): string | undefined {
  if (starts(bytes, 0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes);
  if (starts(bytes, 0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("gb18030").decode(bytes);
    // A text with many invalid characters, in every encoding that was tried, is binary data such as a picture.
    const start = text.slice(0, 8192);
    const wrong = [...start].filter((c) => c === "\uFFFD" || (c < " " && !/\s/.test(c))).length;
    return wrong > start.length / 50 ? undefined : text;
  }
}

const errors: Readonly<Record<number, string>> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
};

type IsDate = (format: string) => boolean;

function cellOf(cell: CellObject | undefined, is1904: boolean, isDate: IsDate): Cell {
  if (cell?.v === undefined || cell.t === "z") return null;
  if (cell.t === "e") return errors[Number(cell.v)] ?? "#ERROR!";
  if (cell.v instanceof Date) return cell.v.toISOString().slice(0, 19).replace("T", " ");
  if (cell.t === "n" && typeof cell.z === "string" && isDate(cell.z))
    return serialText(Number(cell.v) + (is1904 ? SHIFT_1904 : 0));
  return cell.v;
}

function rowsOf(sheet: WorkSheet, is1904: boolean, isDate: IsDate): Cell[][] {
  const data = (sheet["!data"] ?? []) as (readonly (CellObject | undefined)[] | undefined)[];
  const rows = Array.from(data, (row) =>
    row === undefined ? [] : Array.from(row, (cell) => cellOf(cell, is1904, isDate)),
  );
  while (rows.length > 0 && rows.at(-1)?.every((c) => c === null)) rows.pop();
  return rows;
}

/**
 * Reads the sheets of an .xlsx, .xls or .csv file, or of HTML or XML. Detects the format by the content, not by the
 * file's name.
 */
export async function readSheets(bytes: Uint8Array, name: string): Promise<Sheet[]> {
  if (bytes.length === 0) throw new FileError("empty");
  if (bytes.length > MAX_BYTES) throw new FileError("tooLarge");
  const binary = isZip(bytes) || isOld(bytes);
  const text = binary ? undefined : textOf(bytes);
  if (!binary && text === undefined) throw new FileError("unreadable");
  if (text !== undefined && text.trim() === "") throw new FileError("empty");
  if (text !== undefined && !/^\s*</.test(text))
    return [{ name: name.replace(/\.\w+$/, ""), rows: readCsv(text) }];
  if (isZip(bytes)) await guardZip(bytes);
  // The library @e965/xlsx is loaded on demand, because it is large.
  const { read, SSF } = await import("@e965/xlsx");
  const known = new Map<string, boolean>();
  const isDate: IsDate = (format) => {
    const before = known.get(format);
    if (before !== undefined) return before;
    const now = SSF.is_date(format);
    known.set(format, now);
    return now;
  };
  // `raw` keeps cells as texts. Without it, the library would turn "007" in an HTML table into 7.
  const options = {
    dense: true,
    raw: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    cellFormula: false,
  };
  try {
    const book =
      text === undefined
        ? read(bytes, { ...options, type: "array" })
        : read(text, { ...options, type: "string" });
    const is1904 = book.Workbook?.WBProps?.date1904 === true;
    const sheets = book.SheetNames.flatMap((title, i) => {
      const sheet = book.Sheets[title];
      if (!sheet || book.Workbook?.Sheets?.[i]?.Hidden) return [];
      return [{ name: title, rows: rowsOf(sheet, is1904, isDate), is1904 }];
    });
    if (sheets.every((s) => s.rows.length === 0)) throw new FileError("empty");
    return sheets;
  } catch (cause) {
    throw cause instanceof FileError ? cause : new FileError("unreadable", { cause });
  }
}
