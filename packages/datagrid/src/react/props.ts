import type { ReactNode, Ref } from "react";
import type { GridTexts } from "../core/texts.ts";
import type { ArraySource, GridColumn, GridFilter, GridSort, GridSource } from "../core/types.ts";
import type { ImportSpec } from "../import/spec.ts";
import type { ImportTexts } from "../import/texts.ts";

/** The page size that means "all". Rows are then loaded in blocks while scrolling. */
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

/** Methods of a mounted grid, through `ref`. */
export interface GridHandle<R> {
  /** Loads again. Keeps the scroll position, and the old rows until the new ones arrive. */
  reload(): void;
  /** Replaces fields of loaded rows, by row key. */
  patch(changes: ReadonlyMap<string, Partial<R>>): void;
  /** Scrolls to a row of the page. `index` counts from 0. */
  scrollToRow(index: number): void;
}

export interface GridProps<R> {
  /** Identifies the grid. Its column layout is stored in localStorage under `grid:<id>`. */
  id: string;
  /** Keep the array's identity between renders (`useMemo` or a constant). */
  columns: readonly GridColumn<R>[];
  rowKey: (row: R) => string;
  /** A source that loads blocks of rows, or all rows. A new source object or rows array reloads. */
  source: GridSource<R> | ArraySource<R>;
  /** Accessible name of the grid. Default: `id`. */
  label?: string | undefined;
  /** Filters of a controlled grid. Default: the grid keeps them. */
  filters?: readonly GridFilter[] | undefined;
  onFiltersChange?: ((filters: readonly GridFilter[]) => void) | undefined;
  /** Sort of a controlled grid. Default: the grid keeps it. */
  sort?: readonly GridSort[] | undefined;
  onSortChange?: ((sort: readonly GridSort[]) => void) | undefined;
  /** Passed to the source. Array sources search in all columns. */
  search?: string | undefined;
  /** Initial page size; 999999 means all. Default 20. */
  pageSize?: PageSize | undefined;
  onPageSizeChange?: ((size: PageSize) => void) | undefined;
  /** Shows checkboxes. Default false. */
  selectable?: boolean | undefined;
  /** Selected rows by key of a controlled grid. Includes rows of other pages. */
  selection?: ReadonlyMap<string, R> | undefined;
  onSelectionChange?: ((selection: ReadonlyMap<string, R>) => void) | undefined;
  onRowClick?: ((row: R) => void) | undefined;
  /** Called on double click and on Enter. */
  onRowOpen?: ((row: R) => void) | undefined;
  /** Content of the actions column, which is pinned to the right. */
  rowActions?: ((row: R) => ReactNode) | undefined;
  /** Width of the actions column, px. Default 120. */
  actionsWidth?: number | undefined;
  /** Makes rows movable by a handle or Alt+Shift+Up/Down, unless sorted. Indices count all rows, from 0. */
  onRowMove?: ((row: R, from: number, to: number) => void) | undefined;
  /** Content of a drawer that opens on double click or Enter. `onRowOpen` overrides it. */
  rowDetail?: ((row: R) => ReactNode) | undefined;
  /** Additional class name of a row. */
  rowClassName?: ((row: R) => string | undefined) | undefined;
  /** Row height, px. Default 32, mini 28. On grids below 640 px at least 40, for touch. */
  rowHeight?: number | undefined;
  /** Default "default". */
  size?: "default" | "mini" | undefined;
  /** Shows row numbers. Default true. */
  sequence?: boolean | undefined;
  /** Shown when there are no rows and no filters. */
  emptyState?: ReactNode;
  /** Left part of the toolbar. */
  toolbar?: ReactNode;
  /** Right part of the toolbar, before the grid's buttons. */
  toolbarRight?: ReactNode;
  /** Entries of the "more" menu after the exports. */
  lastItems?: readonly MenuItem[] | undefined;
  /** Entries of the "more" menu before the exports. */
  moreItems?: readonly MenuItem[] | undefined;
  /** File name of exports without extension. Default: `id`. */
  exportName?: string | undefined;
  /** All texts of the grid. `gridTexts` has three languages. */
  texts: GridTexts;
  /** A new value reloads. Keeps the scroll position, and the old rows until the new ones arrive. */
  refreshKey?: unknown;
  /** "fill" uses the height of the parent, which must have one; a number is px. Default "fill". */
  height?: "fill" | number | undefined;
  ref?: Ref<GridHandle<R>> | undefined;
}

export interface DataGridProps<R> extends Omit<GridProps<R>, "lastItems"> {
  /** Adds the import and its template to the "more" menu. */
  importing?: ImportSpec | undefined;
  /** Texts of the import. Default: the language of `texts`. */
  importTexts?: ImportTexts | undefined;
}
