/**
 * Value of a cell as it was read. A date is 'YYYY-MM-DD HH:mm:ss' if its cell has a date format. In a cell without a
 * date format, a date is a number: an Excel serial date.
 */
export type Cell = string | number | boolean | null;

export interface Sheet {
  readonly name: string;
  /** All rows, including empty ones. The index + 1 is therefore the row number in the sheet. */
  readonly rows: readonly (readonly Cell[])[];
  /** True if the sheet counts serial dates from 1904. Cells with a date format are already converted to texts. */
  readonly is1904?: boolean;
  /** Facts about single cells that their values do not show. Undefined if there are no such facts. */
  readonly details?: CellDetails | undefined;
  /** Indices of the rows that are hidden or filtered out. */
  readonly hiddenRows?: ReadonlySet<number> | undefined;
  /** Indices of the hidden columns. */
  readonly hiddenColumns?: ReadonlySet<number> | undefined;
  /** True if the format of the file has no cell types, as CSV. All cells of the sheet are then texts. */
  readonly isText?: boolean | undefined;
}

/**
 * Fact about a cell that its value does not show. "merged": the value is that of the first cell of a merged range.
 * "mergedFirst": the cell is the first cell of a merged range over several rows.
 */
export type CellMark =
  | "error"
  | "noValue"
  | "merged"
  | "mergedFirst"
  | "quotes"
  | "excelText"
  | "date"
  | "dateRounded"
  | "timeOnly"
  | "noDate";

/** Facts about the cells of a sheet. Rows and columns are counted from 0. */
export interface CellDetails {
  mark: (row: number, column: number) => CellMark | undefined;
  /** Number format of a numeric cell. Undefined if the cell has no special format. */
  format: (row: number, column: number) => string | undefined;
  /** Text that a spreadsheet program shows for a numeric cell with a special format. */
  shown: (row: number, column: number) => string | undefined;
  /** Number of rows of a header that begins in `row`. More than 1 if merged cells show that the header is higher. */
  headerDepth: (row: number) => number;
}

/** Decimal sign of numbers in texts. */
export type NumberStyle = "point" | "comma";
/** Order of day and month in dates such as 01/02/2026. */
export type DateOrder = "day" | "month";
export const encodings = [
  "utf-8",
  "gb18030",
  "big5",
  "shift_jis",
  "windows-1252",
  "utf-16le",
  "utf-16be",
] as const;
export type Encoding = (typeof encodings)[number];

export interface ImportOption {
  readonly value: string | number;
  readonly label: string;
  /** Other words for the value, such as its labels in other languages. */
  readonly aliases?: readonly string[] | undefined;
}

export interface ImportColumn {
  readonly key: string;
  readonly title: string;
  readonly unit?: string | undefined;
  /** Further names of the column's unit (`unit`), such as its names in other languages. */
  readonly unitNames?: readonly string[] | undefined;
  /** Titles, in addition to `title`, by which an import recognises the column. */
  readonly aliases?: readonly string[] | undefined;
  readonly type: "text" | "number" | "date" | "time" | "choice" | "flag";
  readonly required?: boolean | undefined;
  readonly options?: readonly ImportOption[] | undefined;
  /** Largest length in characters. Default: unlimited. */
  readonly maxLength?: number | undefined;
  /** Smallest allowed number, inclusive. Default: unlimited. */
  readonly min?: number | undefined;
  /** Largest allowed number, inclusive. Default: unlimited. */
  readonly max?: number | undefined;
  /** True: only whole numbers are valid. Default: false. */
  readonly whole?: boolean | undefined;
  /**
   * Number of decimals that are stored. A number with more decimals is rounded, and the preview says so. Default: all.
   */
  readonly decimals?: number | undefined;
  /**
   * True: the values of the column are ignored. Its title is still recognised, so that the sheet's column is not mapped
   * to another field. Default: false.
   */
  readonly unimport?: boolean | undefined;
  /**
   * True: the numbers of the column are added up over the rows. A merged cell is then a fault, because its number may
   * be that of each row or of all rows together. Default: false.
   */
  readonly isAmount?: boolean | undefined;
  /** Explanation of the column on the template's second sheet. */
  readonly hint?: string | undefined;
  /** Value of the column in the template's example row. The default depends on the type. */
  readonly example?: string | undefined;
}

/** For each column of the sheet: the key of the import column to which it is assigned, or undefined. */
export type Mapping = readonly (string | undefined)[];

export type CellFault =
  | "required"
  | "number"
  | "whole"
  | "tooSmall"
  | "tooLarge"
  | "date"
  | "time"
  | "choice"
  | "flag"
  | "tooLong"
  | "digits"
  | "numberStyle"
  | "dateStyle"
  | "year"
  | "error"
  | "noValue"
  | "quotes"
  | "merged"
  | "control"
  | "undecoded"
  | "extraCells";

/** Kind of a conversion that the preview states for a cell. */
export type Conversion =
  | "trimmed"
  | "separators"
  | "comma"
  | "percent"
  | "currency"
  | "unit"
  | "zeros"
  | "signs"
  | "exponent"
  | "rounded"
  | "date"
  | "dayFirst"
  | "monthFirst"
  | "serial"
  | "timeDropped"
  | "midnight"
  | "seconds"
  | "zone"
  | "halfDay"
  | "shown"
  | "format"
  | "dateText"
  | "merged"
  | "boolean"
  | "word"
  | "excelText"
  | "edited";

/** Reasons why a file could not be read. */
export type FileFault = "empty" | "tooLarge" | "tooMuch" | "unreadable" | "password" | "notSheet" | "quotes";

export class FileError extends Error {
  readonly fault: FileFault;
  /** For the fault "quotes": line of the file with the quote that is never closed, counted from 1. */
  readonly line: number | undefined;

  constructor(fault: FileFault, options: ErrorOptions & { readonly line?: number | undefined } = {}) {
    super(fault, options);
    this.fault = fault;
    this.line = options.line;
  }
}

/** Largest size of an imported file, bytes. A larger file is refused. */
export const MAX_BYTES = 100 * 2 ** 20;
/** Largest number of cells of a sheet, counting the gaps in a row. More cells would not fit into the memory. */
export const MAX_CELLS = 12_000_000;
