/** A raw cell. Cells with a date format are 'YYYY-MM-DD HH:mm:ss'; others may hold an Excel serial date. */
export type Cell = string | number | boolean | null;

export interface Sheet {
  readonly name: string;
  /** Includes empty rows, so the index is the row number in the sheet less one. */
  readonly rows: readonly (readonly Cell[])[];
  /** Serial dates count from 1904. Cells with a date format have been converted already. */
  readonly is1904?: boolean;
}

/** A column that can be imported. */
export interface ImportColumn {
  readonly key: string;
  readonly title: string;
  readonly unit?: string | undefined;
  /** Other titles that are recognised. */
  readonly aliases?: readonly string[] | undefined;
  readonly type: "text" | "number" | "date" | "time" | "choice" | "flag";
  readonly required?: boolean | undefined;
  readonly options?: readonly { readonly value: string | number; readonly label: string }[] | undefined;
  /** Maximum length in characters. Default: unlimited. */
  readonly maxLength?: number | undefined;
  /** Smallest and largest number. Default: unlimited. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Only whole numbers. Default false. */
  readonly whole?: boolean | undefined;
  /** The title is recognised, so that it is not mapped to another column, but values are dropped. Default false. */
  readonly unimport?: boolean | undefined;
  /** Explanation in the template. */
  readonly hint?: string | undefined;
  /** Value in the template's example row. Default: by type. */
  readonly example?: string | undefined;
}

/** Column key for each column of the sheet; undefined if no field matches. */
export type Mapping = readonly (string | undefined)[];

/** What can be wrong with a cell. */
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

/** Why a file could not be read. */
export type FileFault = "empty" | "tooLarge" | "tooMuch" | "unreadable";

export class FileError extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}

/** Maximum file size, bytes. */
export const MAX_BYTES = 100 * 2 ** 20;
