import { type Formatter, sheetOf } from "./cells.ts";
import { readCsv } from "./csv-read.ts";
import { decode, encodingOf } from "./encoding.ts";
import { fileKind } from "./file-kind.ts";
import { FormulaScan } from "./formula-scan.ts";
import { type CellMark, type Encoding, FileError, MAX_BYTES, type Sheet } from "./types.ts";
import { guardZip } from "./zip-guard.ts";

/** The sheets of a file, and the encoding by which its text was read. */
export interface ReadFile {
  readonly sheets: readonly Sheet[];
  /** Undefined if the format itself states the encoding, as .xlsx does. */
  readonly encoding?: Encoding | undefined;
}

/** Facts that the library does not read, from the entries of an .xlsx file. */
class ZipFacts {
  readonly #scans = new Map<string, FormulaScan>();
  readonly #texts = new Map<string, string>();
  readonly #decoder = new TextDecoder();

  add(entry: string, chunk: Uint8Array): void {
    if (/^xl\/worksheets\/[^/]+\.xml$/.test(entry)) {
      const scan = this.#scans.get(entry) ?? new FormulaScan();
      this.#scans.set(entry, scan);
      scan.add(chunk);
    } else if (/^xl\/(?:_rels\/workbook\.xml\.rels|workbook\.xml)$/.test(entry)) {
      const before = this.#texts.get(entry) ?? "";
      if (before.length < 1 << 20) this.#texts.set(entry, before + this.#decoder.decode(chunk));
    }
  }

  /** Returns the cells with a formula without a stored value, of the sheet at an index of the workbook. */
  emptyFormulas(index: number): ReadonlyMap<number, readonly number[]> | undefined {
    const book = this.#texts.get("xl/workbook.xml") ?? "";
    const id = [...book.matchAll(/<(?:\w+:)?sheet\s[^>]*?r:id=["']([^"']+)["']/g)][index]?.[1];
    const relations = this.#texts.get("xl/_rels/workbook.xml.rels") ?? "";
    for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
      if (id === undefined || !new RegExp(`\\sId=["']${id.replace(/\W/g, "\\$&")}["']`).test(relation))
        continue;
      const target = /\sTarget=["']([^"']+)["']/.exec(relation)?.[1]?.replace(/^\/?(?:xl\/)?/, "");
      return this.#scans.get(`xl/${target}`)?.cells;
    }
    return undefined;
  }
}

function csvSheet(text: string, name: string): Sheet {
  const { rows, marks } = readCsv(text);
  const mark = (row: number, column: number): CellMark | undefined => marks.get(`${row} ${column}`);
  const nothing = () => undefined;
  const details = { mark, format: nothing, shown: nothing, headerDepth: () => 1 };
  return { name: name.replace(/\.\w+$/, ""), rows, details, isText: true };
}

/** Returns true if the library's message says that the file has a password. */
const needsPassword = (cause: unknown): boolean =>
  cause instanceof Error && /password|encrypt/i.test(cause.message);

async function readBook(
  bytes: Uint8Array,
  text: string | undefined,
  facts: ZipFacts | undefined,
): Promise<Sheet[]> {
  // The library @e965/xlsx is loaded on demand, because it is large.
  const { read, SSF } = await import("@e965/xlsx");
  // `raw` keeps cells as texts. Without it, the library would turn "007" in an HTML table into 7. `cellStyles` reads
  // which rows are hidden.
  const options = {
    dense: true,
    raw: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    cellFormula: facts === undefined,
    cellStyles: true,
  };
  const book =
    text === undefined
      ? read(bytes, { ...options, type: "array" })
      : read(text, { ...options, type: "string" });
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.flatMap((title, i) => {
    const sheet = book.Sheets[title];
    if (!sheet || book.Workbook?.Sheets?.[i]?.Hidden) return [];
    return [sheetOf(title, sheet, is1904, SSF as Formatter, facts?.emptyFormulas(i))];
  });
}

/**
 * Reads the sheets of an .xlsx, .xls or .csv file, or of HTML or XML. Detects the format by the content, not by the
 * file's name.
 * @param chosen encoding of a text that the user chose. Default: detected.
 */
export async function readFile(bytes: Uint8Array, name: string, chosen?: Encoding): Promise<ReadFile> {
  if (bytes.length === 0) throw new FileError("empty");
  if (bytes.length > MAX_BYTES) throw new FileError("tooLarge");
  const kind = fileKind(bytes);
  const encoding = kind === "text" ? (chosen ?? encodingOf(bytes)) : undefined;
  if (kind === "text" && encoding === undefined) throw new FileError("unreadable");
  const text = encoding && decode(bytes, encoding);
  if (text !== undefined && text.trim() === "") throw new FileError("empty");
  if (text !== undefined && !/^\s*</.test(text)) return { sheets: [csvSheet(text, name)], encoding };
  const facts = kind === "zip" ? new ZipFacts() : undefined;
  if (facts) await guardZip(bytes, undefined, (entry, chunk) => facts.add(entry, chunk));
  try {
    const sheets = await readBook(bytes, text, facts);
    if (sheets.every((s) => s.rows.length === 0)) throw new FileError("empty");
    return { sheets, encoding };
  } catch (cause) {
    if (cause instanceof FileError) throw cause;
    throw new FileError(needsPassword(cause) ? "password" : "unreadable", { cause });
  }
}

/** Reads the sheets of a file in its detected encoding. */
export const readSheets = async (bytes: Uint8Array, name: string): Promise<readonly Sheet[]> =>
  (await readFile(bytes, name)).sheets;
