import type { ReactNode, Ref } from "react";
import type { GridTexts } from "../core/texts.ts";
import type { ArraySource, GridColumn, GridFilter, GridSort, GridSource } from "../core/types.ts";
import type { ImportSpec } from "../import/spec.ts";
import type { ImportTexts } from "../import/texts.ts";

/** The page size that means "all"; rows then come in blocks as one scrolls. */
export const ALL_ROWS = 999_999;

export const PAGE_SIZES = [20, 30, 50, 100, ALL_ROWS] as const;

export type PageSize = (typeof PAGE_SIZES)[number];

/** An entry of the "more" menu. */
export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  danger?: boolean | undefined;
  onClick?: (() => void) | undefined;
}

/** What a caller may do to a mounted grid, through `ref`. */
export interface GridHandle<R> {
  /** Asks the source again; old rows stay until the new ones arrive, the scroll position stays. */
  reload(): void;
  /** Replaces fields of loaded rows by row key, without asking the source. */
  patch(changes: ReadonlyMap<string, Partial<R>>): void;
  /** Scrolls to a row of the page, counted from 0. */
  scrollToRow(index: number): void;
}

export interface GridProps<R> {
  /** Names the grid; the layout of its columns is kept in localStorage under `grid:<id>`. */
  id: string;
  /** Keep the array's identity between renders (`useMemo` or a constant). */
  columns: readonly GridColumn<R>[];
  rowKey: (row: R) => string;
  /** A source that is asked for pieces, or all rows. A new source object (or rows array) reloads. */
  source: GridSource<R> | ArraySource<R>;
  /** Accessible name of the grid. Default: `id`. */
  label?: string | undefined;
  /** Filters, if the caller keeps them. Default: kept by the grid. */
  filters?: readonly GridFilter[] | undefined;
  onFiltersChange?: ((filters: readonly GridFilter[]) => void) | undefined;
  /** Sort, if the caller keeps it. Default: kept by the grid. */
  sort?: readonly GridSort[] | undefined;
  onSortChange?: ((sort: readonly GridSort[]) => void) | undefined;
  /** Passed to the source as it is; array sources look for it in every column. */
  search?: string | undefined;
  /** Rows of a page at the start; 999999 is all. Default 20. */
  pageSize?: PageSize | undefined;
  onPageSizeChange?: ((size: PageSize) => void) | undefined;
  /** Shows the column of boxes. Default false. */
  selectable?: boolean | undefined;
  /** Chosen rows by key, if the caller keeps them; rows of other pages stay in it. */
  selection?: ReadonlyMap<string, R> | undefined;
  onSelectionChange?: ((selection: ReadonlyMap<string, R>) => void) | undefined;
  onRowClick?: ((row: R) => void) | undefined;
  /** Double click, or Enter on a cell. */
  onRowOpen?: ((row: R) => void) | undefined;
  /** Content of a column pinned to the right. */
  rowActions?: ((row: R) => ReactNode) | undefined;
  /** Width of that column, px. Default 120. */
  actionsWidth?: number | undefined;
  /** Rows are dragged by a handle (or Alt+Shift+Up, Down) while nothing is sorted; places count all rows, from 0. */
  onRowMove?: ((row: R, from: number, to: number) => void) | undefined;
  /** All of a row, in a drawer that opens on double click or Enter; `onRowOpen` wins over it. */
  rowDetail?: ((row: R) => ReactNode) | undefined;
  /** Extra class of a row, for states. */
  rowClassName?: ((row: R) => string | undefined) | undefined;
  /** Row height, px. Default 32, mini 28; at least 40 below 640 px of width, for fingers. */
  rowHeight?: number | undefined;
  /** Default "default". */
  size?: "default" | "mini" | undefined;
  /** Shows the column of row numbers. Default true. */
  sequence?: boolean | undefined;
  /** Shown instead of rows when there are none and nothing is filtered. */
  emptyState?: ReactNode;
  /** Left part of the bar above the grid. */
  toolbar?: ReactNode;
  /** Right part of that bar, before the grid's own buttons. */
  toolbarRight?: ReactNode;
  /** Entries after the exports. */
  lastItems?: readonly MenuItem[] | undefined;
  /** Entries put before the exports in the "more" menu. */
  moreItems?: readonly MenuItem[] | undefined;
  /** File name of exports, without extension. Default: `id`. */
  exportName?: string | undefined;
  /** Every word the grid shows; ready-made ones are in `gridTexts`. */
  texts: GridTexts;
  /** A new value reloads, keeping the scroll position and the old rows until the new ones arrive. */
  refreshKey?: unknown;
  /** "fill" takes the height of the parent, which must have one; a number is px. Default "fill". */
  height?: "fill" | number | undefined;
  ref?: Ref<GridHandle<R>> | undefined;
}

export interface DataGridProps<R> extends Omit<GridProps<R>, "lastItems"> {
  /** Puts "Download import template" and "Import from Excel" into the "more" menu. */
  importing?: ImportSpec | undefined;
  /** Words of the import. Default: those of `texts.locale`. */
  importTexts?: ImportTexts | undefined;
}
