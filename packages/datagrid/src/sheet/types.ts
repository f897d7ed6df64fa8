/**
 * Value of a cell as it was read. A date is 'YYYY-MM-DD HH:mm:ss' if its cell has a date format. Otherwise it may be an
 * Excel serial date, a number.
 */
export type Cell = string | number | boolean | null;

export interface Sheet {
  readonly name: string;
  /** All rows, including empty ones. The index + 1 is therefore the row number in the sheet. */
  readonly rows: readonly (readonly Cell[])[];
  /** True if the sheet counts serial dates from 1904. Cells with a date format are already converted to texts. */
  readonly is1904?: boolean;
}

export interface ImportColumn {
  readonly key: string;
  readonly title: string;
  readonly unit?: string | undefined;
  /** Other titles by which an import recognises the column. */
  readonly aliases?: readonly string[] | undefined;
  readonly type: "text" | "number" | "date" | "time" | "choice" | "flag";
  readonly required?: boolean | undefined;
  readonly options?: readonly { readonly value: string | number; readonly label: string }[] | undefined;
  /** Largest length in characters. Default: unlimited. */
  readonly maxLength?: number | undefined;
  /** Smallest allowed number, inclusive. Default: unlimited. */
  readonly min?: number | undefined;
  /** Largest allowed number, inclusive. Default: unlimited. */
  readonly max?: number | undefined;
  /** True: only whole numbers are valid. Default: false. */
  readonly whole?: boolean | undefined;
  /**
   * True: the values of the column are ignored. Its title is still recognised, so that the sheet's column is not mapped
   * to another field. Default: false.
   */
  readonly unimport?: boolean | undefined;
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
  | "tooLong";

/** Reasons why a file could not be read. */
export type FileFault = "empty" | "tooLarge" | "tooMuch" | "unreadable";

export class FileError extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}

/** Largest size of an imported file, bytes. A larger file is refused. */
export const MAX_BYTES = 100 * 2 ** 20;
