import type { ParsingOptions, WorkBook } from "@e965/xlsx";
import { type Formatter, sheetOf } from "./cells.ts";
import { readCsv } from "./csv-read.ts";
import { decode, encodingOf } from "./encoding.ts";
import { fileKind } from "./file-kind.ts";
import { FormulaScan } from "./formula-scan.ts";
import { workbookStream } from "./ole-file.ts";
import { type CellMark, type Encoding, FileError, MAX_BYTES, type Sheet } from "./types.ts";
import { unzipped } from "./zip-guard.ts";

/** The sheets of a file, and the encoding by which its text was read. */
export interface ReadFile {
  readonly sheets: readonly Sheet[];
  /** Undefined if the format itself states the encoding, as .xlsx does. */
  readonly encoding?: Encoding | undefined;
}

/** Finds formulas without a stored value in the parts of an .xlsx (ZIP) file. The library would read them as 0. */
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

  /**
   * Returns the cells of a sheet that have a formula, but no stored value. `index`: place of the sheet in the workbook.
   */
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

type Library = typeof import("@e965/xlsx");
/**
 * Input of `parse_zip`, the function of the library @e965/xlsx that reads an unpacked .xlsx file: the entries of the
 * file.
 */
interface Archive {
  readonly files: Readonly<Record<string, { name: string; content: Uint8Array; type: number }>>;
}

/** Content of a file: the bytes of an .xls workbook, the entries of an .xlsx file, or the text of HTML or XML. */
type Source = Uint8Array | ReadonlyMap<string, Uint8Array> | string;

/**
 * Reads a workbook by the library. The library's own readers of zip and OLE files are not used, because some damaged
 * files let them run for ever.
 */
function bookOf(library: Library, source: Source, options: ParsingOptions): WorkBook {
  if (typeof source === "string") return library.read(source, { ...options, type: "string" });
  if (source instanceof Uint8Array) return library.read(source, { ...options, type: "array" });
  const files = Object.fromEntries([...source].map(([name, content]) => [name, { name, content, type: 2 }]));
  // Declares `parse_zip`, which the types of the library lack.
  const { parse_zip: parse } = library as Library & {
    readonly parse_zip: (archive: Archive, options: ParsingOptions) => WorkBook;
  };
  return parse({ files }, options);
}

async function readBook(source: Source, facts: ZipFacts | undefined): Promise<Sheet[]> {
  // Loads the library @e965/xlsx on demand, because it is large.
  const library = await import("@e965/xlsx");
  // `raw` keeps cells as texts. Without it, the library would turn "007" in an HTML table into 7. `cellStyles` reads
  // which rows are hidden.
  const book = bookOf(library, source, {
    dense: true,
    raw: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    cellFormula: facts === undefined,
    cellStyles: true,
  });
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.flatMap((title, i) => {
    const sheet = book.Sheets[title];
    if (!sheet || book.Workbook?.Sheets?.[i]?.Hidden) return [];
    return [sheetOf(title, sheet, is1904, library.SSF as Formatter, facts?.emptyFormulas(i))];
  });
}

/**
 * Reads the sheets of an .xlsx, .xls or .csv file, or of HTML or XML. Detects the format by the content, not by the
 * file's name.
 * @param chosen text encoding that the user chose. Default: detected from the content.
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
  const source =
    kind === "ole"
      ? workbookStream(bytes)
      : (text ?? (await unzipped(bytes, undefined, (entry, chunk) => facts?.add(entry, chunk))));
  try {
    const sheets = await readBook(source, facts);
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
