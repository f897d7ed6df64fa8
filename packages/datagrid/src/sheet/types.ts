/** A cell as a sheet has it. Cells shown as dates are 'YYYY-MM-DD HH:mm:ss'; others may hold a serial number. */
export type Cell = string | number | boolean | null;

export interface Sheet {
  readonly name: string;
  /** Empty rows are there too: the place in the list is the row's number in the sheet, less one. */
  readonly rows: readonly (readonly Cell[])[];
  /** Its serial numbers count from 1904; those of cells shown as dates have been read already. */
  readonly is1904?: boolean;
}

/** A column that rows of a sheet may fill. */
export interface ImportColumn {
  readonly key: string;
  readonly title: string;
  readonly unit?: string | undefined;
  /** Other names under which it may stand in a sheet. */
  readonly aliases?: readonly string[] | undefined;
  readonly type: "text" | "number" | "date" | "time" | "choice" | "flag";
  readonly required?: boolean | undefined;
  readonly options?: readonly { readonly value: string | number; readonly label: string }[] | undefined;
  /** Longest text, in characters. Default: any. */
  readonly maxLength?: number | undefined;
  /** Smallest and largest number. Default: any. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Only whole numbers. Default false. */
  readonly whole?: boolean | undefined;
  /** Known, so that its title is not taken for another column, but its values are dropped. Default false. */
  readonly unimport?: boolean | undefined;
  /** For the notes of the template. */
  readonly hint?: string | undefined;
  /** For the template's example row. Default: by type. */
  readonly example?: string | undefined;
}

/** For each column of the sheet the key of the column it goes to; undefined: no matching field. */
export type Mapping = readonly (string | undefined)[];

/** What may be wrong with a cell as it stands there. */
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

/** Largest file that is looked into, bytes. */
export const MOST_BYTES = 100 * 2 ** 20;
