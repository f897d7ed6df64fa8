import type { ReactNode } from "react";

/** What a cell holds. It decides the default width, the alignment, the filter and how values are compared. */
export type CellType = "text" | "number" | "date" | "time" | "choice" | "flag" | "custom";

export type PinSide = "left" | "right";

/** One entry of a closed set of values. */
export interface ChoiceOption {
  value: string | number;
  label: string;
  /** Any CSS colour; drawn as a dot before the label, so that colour is never the only sign. */
  color?: string | undefined;
}

/** One column of the grid, as the caller declares it. */
export interface GridColumn<R> {
  /** Field in the row, and the name used in filters and sort. Unique in a grid. */
  key: string;
  /** Words in the header. */
  title: string;
  /** Unit, shown in the header after the title. */
  unit?: string | undefined;
  type: CellType;
  /** Width in px. Default by type, see `DEFAULT_WIDTH`. */
  width?: number | undefined;
  /** Side the column is pinned to unless the user moves it. Default: none. */
  pin?: PinSide | undefined;
  /** Hidden unless the user shows it. Default false. */
  hidden?: boolean | undefined;
  /** May not be dragged, nor pushed aside by another column. Default false. */
  fixed?: boolean | undefined;
  /** Default true, except `custom` without a `text`. */
  sortable?: boolean | undefined;
  /** Default true, except `custom`. */
  filterable?: boolean | undefined;
  /** The values of a `choice` column. */
  options?: readonly ChoiceOption[] | undefined;
  /** Digits after the point of a `number`. Default: as many as the value has, at most 6. */
  decimals?: number | undefined;
  /** Draws the cell. Keep it cheap: it runs while scrolling. */
  render?: ((value: unknown, row: R) => ReactNode) | undefined;
  /** Plain text of the cell, for copy, export, the tooltip and client-side sorting. */
  text?: ((value: unknown, row: R) => string) | undefined;
  /** Content of the footer cell. Wins over the totals that the source returns. */
  total?: ReactNode;
  /** Array sources only: show the sum of the filtered rows in the footer. Default false. */
  sum?: boolean | undefined;
  /** Left out of exports. Default false; a `custom` column without `text` is always left out. */
  unexport?: boolean | undefined;
  /** Its cells are changed in place: double click, F2 or typing; Enter and Tab save, Escape does not. Default: not. */
  edit?: ColumnEdit<R> | undefined;
}

/** How a cell is edited in place. */
export interface ColumnEdit<R> {
  /** Whether this row's cell may be edited. Default: every row. */
  allowed?: ((row: R) => boolean) | undefined;
  /** Says what is wrong with a value, in words; undefined: nothing. Nothing typed is null. */
  validate?: ((value: unknown, row: R) => string | undefined) | undefined;
  /** Saves the new value, which is shown meanwhile; a rejection restores the old one and shows its message. */
  save: (row: R, value: unknown) => Promise<void>;
}

/** EGT and ELT are "equal or greater" and "equal or less". */
export type Operator = "EQ" | "NEQ" | "LIKE" | "IN" | "GT" | "EGT" | "LT" | "ELT";

export const OPERATORS: readonly Operator[] = ["EQ", "NEQ", "LIKE", "IN", "GT", "EGT", "LT", "ELT"];

export type FilterValue = string | number | boolean | readonly (string | number)[];

/** One condition. Several, also on one field, are joined by "and". */
export interface GridFilter {
  field: string;
  operator: Operator;
  /** A list with IN, else a single value. Dates are 'YYYY-MM-DD' or 'YYYY-MM-DD HH:mm:ss'. */
  value: FilterValue;
}

export interface GridSort {
  field: string;
  direction: "asc" | "desc";
}

/** What a source is asked for. */
export interface GridRequest {
  /** Index of the first row wanted, from 0. */
  offset: number;
  /** Most rows wanted. */
  limit: number;
  filters: readonly GridFilter[];
  /** First entry is the main order. */
  sort: readonly GridSort[];
  search?: string;
}

/** What a source answers. */
export interface GridPage<R> {
  rows: readonly R[];
  /** Number of rows that match, not of rows sent. */
  total: number;
  /** Totals over all matching rows, by column key. */
  totals?: Record<string, number>;
}

/** A source that filters, sorts and cuts by itself, usually a server. */
export interface GridSource<R> {
  load(request: GridRequest, signal: AbortSignal): Promise<GridPage<R>>;
}

/** Rows that are all here; the grid filters and sorts them. */
export interface ArraySource<R> {
  rows: readonly R[];
}

/** What the rows are asked by, without the place in the list. */
export type GridQuery = Pick<GridRequest, "filters" | "sort" | "search">;

/** The value of a field; rows are plain objects. */
export function fieldOf(row: unknown, key: string): unknown {
  return typeof row === "object" && row !== null ? (row as Record<string, unknown>)[key] : undefined;
}
