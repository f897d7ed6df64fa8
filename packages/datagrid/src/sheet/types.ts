/** A cell as a sheet has it. Dates are serial numbers there; what is one is known by the column it goes to. */
export type Cell = string | number | boolean | null;

export interface Sheet {
  readonly name: string;
  /** Empty rows are there too: the place in the list is the row's number in the sheet, less one. */
  readonly rows: readonly (readonly Cell[])[];
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
  /** For the notes of the template. */
  readonly hint?: string | undefined;
}
