import type { ReactNode } from "react";

/** Type of a column. It decides default width, alignment, filter and comparison. */
export type CellType = "text" | "number" | "date" | "time" | "choice" | "flag" | "custom";

export type PinSide = "left" | "right";

/** A value of a `choice` column. */
export interface ChoiceOption {
  value: string | number;
  label: string;
  /** A CSS colour, drawn as a dot before the label. */
  color?: string | undefined;
}

/** A column as declared by the caller. */
export interface GridColumn<R> {
  /** Name of the field in rows, filters and sort. Unique in a grid. */
  key: string;
  /** Header text. */
  title: string;
  /** Unit, shown in the header after the title. */
  unit?: string | undefined;
  type: CellType;
  /** Width in px. Default by type, see `DEFAULT_WIDTH`. */
  width?: number | undefined;
  /** Pinned side, until the user changes it. Default: none. */
  pin?: PinSide | undefined;
  /** Hidden until the user shows it. Default false. */
  hidden?: boolean | undefined;
  /** Cannot be dragged or pushed aside by another column. Default false. */
  fixed?: boolean | undefined;
  /** Default true, except `custom` without a `text`. */
  sortable?: boolean | undefined;
  /** Default true, except `custom`. */
  filterable?: boolean | undefined;
  /** The values of a `choice` column. */
  options?: readonly ChoiceOption[] | undefined;
  /** Decimals of a `number`. Default: as many as the value has, at most 6. */
  decimals?: number | undefined;
  /** Draws the cell. It runs while scrolling, so it must be cheap. */
  render?: ((value: unknown, row: R) => ReactNode) | undefined;
  /** Plain text of the cell, for copy, export, the tooltip and client-side sorting. */
  text?: ((value: unknown, row: R) => string) | undefined;
  /** Content of the footer cell. Overrides the totals of the source. */
  total?: ReactNode;
  /** Shows the sum of the filtered rows in the footer. Array sources only. Default false. */
  sum?: boolean | undefined;
  /** Excluded from exports. Default false; a `custom` column without `text` is always excluded. */
  unexport?: boolean | undefined;
  /** Makes cells editable in place by double click, F2 or typing. Enter and Tab save, Escape cancels. */
  edit?: ColumnEdit<R> | undefined;
}

/** How a cell is edited in place. */
export interface ColumnEdit<R> {
  /** True if the cell of this row may be edited. Default: all rows. */
  allowed?: ((row: R) => boolean) | undefined;
  /** Returns an error message, or undefined for a valid value. An empty input is null. */
  validate?: ((value: unknown, row: R) => string | undefined) | undefined;
  /** Saves the value (optimistic update). A rejection restores the old value and shows its message. */
  save: (row: R, value: unknown) => Promise<void>;
}

/** EGT: equal or greater; ELT: equal or less. */
export type Operator = "EQ" | "NEQ" | "LIKE" | "IN" | "GT" | "EGT" | "LT" | "ELT";

export const OPERATORS: readonly Operator[] = ["EQ", "NEQ", "LIKE", "IN", "GT", "EGT", "LT", "ELT"];

export type FilterValue = string | number | boolean | readonly (string | number)[];

/** A condition. Several conditions are combined with AND, also on the same field. */
export interface GridFilter {
  field: string;
  operator: Operator;
  /** A list for IN, otherwise a single value. Dates are 'YYYY-MM-DD' or 'YYYY-MM-DD HH:mm:ss'. */
  value: FilterValue;
}

export interface GridSort {
  field: string;
  direction: "asc" | "desc";
}

/** Request to a source. */
export interface GridRequest {
  /** Index of the first row, from 0. */
  offset: number;
  /** Maximum number of rows. */
  limit: number;
  filters: readonly GridFilter[];
  /** The first entry is the primary sort. */
  sort: readonly GridSort[];
  search?: string;
}

/** Answer of a source. */
export interface GridPage<R> {
  rows: readonly R[];
  /** Number of all matching rows. */
  total: number;
  /** Totals over all matching rows, by column key. */
  totals?: Record<string, number>;
}

/** A source that filters, sorts and pages itself, usually a server. */
export interface GridSource<R> {
  load(request: GridRequest, signal: AbortSignal): Promise<GridPage<R>>;
}

/** All rows in memory. The grid filters and sorts them. */
export interface ArraySource<R> {
  rows: readonly R[];
}

/** A request without its position in the list. */
export type GridQuery = Pick<GridRequest, "filters" | "sort" | "search">;

/** Returns the value of a field. Rows are plain objects. */
export function fieldOf(row: unknown, key: string): unknown {
  return typeof row === "object" && row !== null ? (row as Record<string, unknown>)[key] : undefined;
}
