import type { StyleInfo } from "./detect.ts";
import type { Matched, SheetTitle } from "./mapping.ts";
import type {
  Cell,
  CellFault,
  Conversion,
  DateOrder,
  Encoding,
  ImportColumn,
  Mapping,
  NumberStyle,
} from "./types.ts";

/** Summary of a sheet, with which the user chooses the sheet. */
export interface SheetInfo {
  readonly name: string;
  readonly rowCount: number;
}

export interface FileInfo {
  readonly sheets: readonly SheetInfo[];
  /** Encoding of a text file, detected or chosen. Undefined for other files. */
  readonly encoding: Encoding | undefined;
}

/** Place of the header in a sheet, the titles of the columns, and the fields to which the columns are assigned. */
export interface Layout extends Matched {
  readonly header: number;
  readonly depth: number;
  readonly titles: readonly SheetTitle[];
}

export interface ImportPlan {
  readonly sheet: number;
  /** Index of the header row, counted from 0. */
  readonly header: number;
  /** Number of rows of the header. Default: 1. */
  readonly depth?: number | undefined;
  readonly mapping: Mapping;
  readonly columns: readonly ImportColumn[];
  /** Words that mark the example row of a template. The import skips a row that contains one of them. */
  readonly exampleMarks?: readonly string[] | undefined;
  /** Decimal sign of numbers in texts. Default: detected from the texts, otherwise the point. */
  readonly numbers?: NumberStyle | undefined;
  /** Order of day and month in dates. Default: detected from the texts. */
  readonly dates?: DateOrder | undefined;
  /** False: hidden and filtered rows are left out. Default: true. */
  readonly withHidden?: boolean | undefined;
  /** IANA name of the time zone to which times with a stated zone are converted. Default: the zone of the browser. */
  readonly zone?: string | undefined;
}

export interface ImportCounts {
  readonly total: number;
  readonly bad: number;
  /** Number of rows with at least one converted value. */
  readonly converted: number;
  /** Number of rows below the header that are hidden or filtered out. */
  readonly hidden: number;
  /** Number of rows that have values, but none in an assigned column. They are not imported. */
  readonly skipped: number;
  readonly styles: StyleInfo;
}

/**
 * A fault that the check or the save of the rows (`ImportSpec`) has found, usually on the server. `row` is the index
 * among all rows, counted from 0.
 */
export interface RowFault {
  readonly row: number;
  /** Key of the faulty column; null if the fault concerns the whole row. */
  readonly key: string | null;
  readonly text: string;
  /** Index of the earlier row with the same value, for a duplicate inside the sheet. */
  readonly sameAs?: number | undefined;
}

export type PreviewFault =
  | { readonly key: string | null; readonly fault: CellFault }
  | { readonly key: string | null; readonly text: string; readonly sameLine?: number | undefined };

/** Conversions of a cell, and the original text of the cell in the sheet. */
export interface PreviewNote {
  readonly key: string;
  readonly from: string;
  readonly kinds: readonly Conversion[];
}

export interface PreviewRow {
  /** Number of the row in the sheet, counted from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, Cell>>;
  readonly faults: readonly PreviewFault[];
  readonly notes: readonly PreviewNote[];
}

export type PreviewFilter = "all" | "bad" | "converted";
