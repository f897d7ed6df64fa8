import type { CellObject, WorkSheet } from "@e965/xlsx";
import { hasDay, hasPartOfSecond, SHIFT_1904, serialText, spanText } from "./serial.ts";
import { type Cell, type CellDetails, type CellMark, FileError, MAX_CELLS, type Sheet } from "./types.ts";

const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;

const errors: Readonly<Record<number, string>> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
};

/**
 * Functions of the library for .xlsx files. `is_date`: whether a number format shows a date. `format`: the text that a
 * number format gives a number.
 */
export interface Formatter {
  is_date: (format: string) => boolean;
  format: (format: string, value: number) => string;
}

const markNames: readonly (CellMark | undefined)[] = [
  undefined,
  "error",
  "noValue",
  "merged",
  "mergedFirst",
  "date",
  "dateRounded",
  "timeOnly",
  "noDate",
];
const codeOf = (mark: CellMark): number => markNames.indexOf(mark);

/**
 * Number formats of the cells of one sheet, and marks for facts that a cell's value does not show, such as "error". A
 * sheet may have millions of cells. To save memory, each cell takes one byte for a mark and two bytes for a format, and
 * only rows with marks or formats take this memory.
 */
class Details implements CellDetails {
  readonly #marks: (Uint8Array | undefined)[] = [];
  readonly #formatAt: (Uint16Array | undefined)[] = [];
  readonly #formats: string[] = [""];
  readonly #formatter: Formatter;
  readonly #rows: readonly (readonly Cell[])[];
  readonly #depths = new Map<number, number>();

  constructor(rows: readonly (readonly Cell[])[], formatter: Formatter) {
    this.#rows = rows;
    this.#formatter = formatter;
  }

  setMark(row: number, column: number, width: number, mark: CellMark): void {
    let marks = this.#marks[row];
    if (!marks || marks.length <= column) {
      const wider = new Uint8Array(Math.max(width, column + 1));
      if (marks) wider.set(marks);
      this.#marks[row] = marks = wider;
    }
    marks[column] = codeOf(mark);
  }

  setFormat(row: number, column: number, width: number, format: string): void {
    let index = this.#formats.indexOf(format);
    if (index < 0 && this.#formats.length < 1000) index = this.#formats.push(format) - 1;
    if (index < 0) return;
    let formats = this.#formatAt[row];
    if (!formats || formats.length <= column) {
      const wider = new Uint16Array(Math.max(width, column + 1));
      if (formats) wider.set(formats);
      this.#formatAt[row] = formats = wider;
    }
    formats[column] = index;
  }

  setDepth(row: number, depth: number): void {
    this.#depths.set(row, Math.max(depth, this.headerDepth(row)));
  }

  mark(row: number, column: number): CellMark | undefined {
    return markNames[this.#marks[row]?.[column] ?? 0];
  }

  format(row: number, column: number): string | undefined {
    return this.#formats[this.#formatAt[row]?.[column] ?? 0] || undefined;
  }

  shown(row: number, column: number): string | undefined {
    const format = this.format(row, column);
    const value = this.#rows[row]?.[column];
    if (format === undefined || typeof value !== "number") return undefined;
    try {
      return this.#formatter.format(format, value);
    } catch {
      // Uses the value without its format if the library cannot read the format, for example because the format is
      // damaged.
      return undefined;
    }
  }

  headerDepth(row: number): number {
    return this.#depths.get(row) ?? 1;
  }
}

type Data = readonly (readonly (CellObject | undefined)[] | undefined)[];

/** Matches formats that show a number without changes except for the number of decimals. */
const plainFormat = /^(?:general|@|0|0\.0+)$/i;

function dateCell(value: number, format: string, is1904: boolean): [Cell, CellMark] {
  const serial = value + (is1904 ? SHIFT_1904 : 0);
  if (/\[[hms]+\]/i.test(format) || (value >= 0 && value < 1 && !/[yd]/i.test(format)))
    return value < 0 ? [value, "noDate"] : [spanText(value), "timeOnly"];
  if (!hasDay(serial)) return [value, "noDate"];
  return [serialText(serial), hasPartOfSecond(serial) ? "dateRounded" : "date"];
}

function readCell(
  cell: CellObject | undefined,
  is1904: boolean,
  isDate: (format: string) => boolean,
): readonly [Cell, (CellMark | undefined)?, string?] {
  if (cell?.t === "e") return [errors[Number(cell.v)] ?? "#ERROR!", "error"];
  if (cell?.v === undefined || cell.t === "z") return cell?.f === undefined ? [null] : [null, "noValue"];
  if (cell.v instanceof Date) return [cell.v.toISOString().slice(0, 19).replace("T", " "), "date"];
  if (cell.t !== "n" || typeof cell.z !== "string" || typeof cell.v !== "number") return [cell.v];
  if (isDate(cell.z)) return dateCell(cell.v, cell.z, is1904);
  return cell.z === "0" || !plainFormat.test(cell.z) || cell.z.includes(".")
    ? [cell.v, undefined, cell.z]
    : [cell.v];
}

/**
 * Marks of cells whose values an import refuses. If the first cell of a merged range has such a mark, the other cells
 * of the range get this mark, too.
 */
const refusedMarks: ReadonlySet<CellMark | undefined> = new Set(["error", "noValue", "noDate"]);

/**
 * Copies the value and the number format of the first cell of each merged range to the other cells of the range. If an
 * import refuses the value (`refusedMarks`), copies this mark too. If merged cells show that a header takes several
 * rows, stores the number of rows.
 */
function fillMerged(sheet: WorkSheet, rows: Cell[][], details: Details): void {
  let budget = 1_000_000;
  for (const { s, e } of sheet["!merges"] ?? []) {
    const value = rows[s.r]?.[s.c];
    const isWide = e.c > s.c && rows[s.r + 1]?.slice(s.c, e.c + 1).some((c) => typeof c === "string");
    if (isWide || e.r > s.r) details.setDepth(s.r, Math.min(3, isWide ? 2 : e.r - s.r + 1));
    const mark = details.mark(s.r, s.c);
    const format = details.format(s.r, s.c);
    if (value === undefined || (value === null && mark !== "noValue")) continue;
    if (mark === undefined && e.r > s.r) details.setMark(s.r, s.c, s.c + 1, "mergedFirst");
    for (let r = s.r; r <= Math.min(e.r, rows.length - 1); r++)
      for (let c = s.c; c <= Math.min(e.c, MAX_COLUMNS - 1); c++) {
        const row = rows[r];
        if (!row || (r === s.r && c === s.c) || (row[c] ?? null) !== null) continue;
        if (--budget < 0) throw new FileError("tooMuch");
        while (row.length <= c) row.push(null);
        row[c] = value;
        details.setMark(r, c, row.length, mark && refusedMarks.has(mark) ? mark : "merged");
        if (format !== undefined) details.setFormat(r, c, row.length, format);
      }
  }
}

const hiddenOf = (list: readonly ({ hidden?: boolean } | undefined)[] | undefined): ReadonlySet<number> =>
  new Set((list ?? []).flatMap((entry, i) => (entry?.hidden ? i : [])));

/**
 * Converts a sheet that the library has read. `empty` maps each row to the columns of its cells that have a formula but
 * no stored value.
 */
export function sheetOf(
  name: string,
  sheet: WorkSheet,
  is1904: boolean,
  formatter: Formatter,
  empty: ReadonlyMap<number, readonly number[]> | undefined,
): Sheet {
  const known = new Map<string, boolean>();
  const isDate = (format: string): boolean => {
    const before = known.get(format);
    if (before !== undefined) return before;
    const now = formatter.is_date(format);
    known.set(format, now);
    return now;
  };
  const data = (sheet["!data"] ?? []) as Data;
  if (data.length > MAX_ROWS) throw new FileError("tooMuch");
  const rows: Cell[][] = [];
  const details = new Details(rows, formatter);
  // Counts the cells before any row is built, because a small file can declare a cell in the last column of many rows.
  const cellCount = data.reduce((n, row) => n + (row?.length ?? 0), 0);
  if (cellCount > MAX_CELLS) throw new FileError("tooMuch");
  for (let r = 0; r < data.length; r++) {
    const source = data[r] ?? [];
    const lost = empty?.get(r);
    const width = Math.max(source.length, ...(lost ?? []).map((c) => c + 1));
    if (width > MAX_COLUMNS) throw new FileError("tooMuch");
    const row: Cell[] = [];
    for (let c = 0; c < width; c++) {
      const [value, mark, format] = readCell(source[c], is1904, isDate);
      row.push(value);
      if (mark) details.setMark(r, c, width, mark);
      if (format !== undefined) details.setFormat(r, c, width, format);
    }
    for (const c of lost ?? []) {
      row[c] = null;
      details.setMark(r, c, width, "noValue");
    }
    rows.push(row);
  }
  fillMerged(sheet, rows, details);
  const isEmpty = (row: readonly Cell[], r: number) =>
    row.every((value, c) => value === null && details.mark(r, c) === undefined);
  while (rows.length > 0 && isEmpty(rows.at(-1) ?? [], rows.length - 1)) rows.pop();
  const [hiddenRows, hiddenColumns] = [hiddenOf(sheet["!rows"]), hiddenOf(sheet["!cols"])];
  return { name, rows, is1904, details, hiddenRows, hiddenColumns };
}
