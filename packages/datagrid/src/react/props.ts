import type { MouseEvent, ReactNode, Ref } from "react";
import type { PlacedColumn } from "../core/columns.ts";
import type { GridTexts } from "../core/texts.ts";
import type {
  ArraySource,
  GridColumn as CoreColumn,
  GridFilter,
  GridSize,
  GridSort,
  GridSource,
} from "../core/types.ts";
import type { TableEditing } from "./editing.ts";
import type { RowCards } from "./row-cards.tsx";

/** A column whose cells are drawn by React. */
export type GridColumn<R> = CoreColumn<R, ReactNode>;

/** The page size that means "all rows on one page". Rows are then loaded in blocks while the user scrolls. */
export const ALL_ROWS = 999_999;

export const PAGE_SIZES: readonly number[] = [20, 30, 50, 100, ALL_ROWS];

/** Number of rows on a page. ALL_ROWS means all rows. */
export type PageSize = number;

/** An entry in the "more" menu of the toolbar. */
export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  danger?: boolean | undefined;
  onClick?: (() => void) | undefined;
}

/** Methods of a mounted grid. A caller gets them through `ref`. */
export interface GridHandle<R> {
  /** Loads all rows again. The scroll position stays, and the old rows are shown until the new ones arrive. */
  reload(): void;
  /** Changes fields of loaded rows without a request. The map's keys are row keys. */
  patch(changes: ReadonlyMap<string, Partial<R>>): void;
  /**
   * Scrolls to a row of the page.
   * @param index index of the row in the page, from 0
   */
  scrollToRow(index: number): void;
}

export interface GridProps<R> {
  /** Identifies the grid. Its column layout is stored in localStorage under `grid:<id>`. */
  id: string;
  /**
   * Columns of the grid. Pass the same array in each render (`useMemo` or a constant); a new array makes the grid
   * compute all columns again.
   */
  columns: readonly GridColumn<R>[];
  rowKey: (row: R) => string;
  /**
   * Rows of the grid: a data source that loads them in blocks, or an array of all rows. A new data source or a new
   * array makes the grid load again.
   */
  source: GridSource<R> | ArraySource<R>;
  /** Accessible name of the grid. Default: `id`. */
  label?: string | undefined;
  /** Active filters, if the caller controls them. Default: the grid stores the filters itself. */
  filters?: readonly GridFilter[] | undefined;
  onFiltersChange?: ((filters: readonly GridFilter[]) => void) | undefined;
  /** Active sort, if the caller controls it. Default: the grid stores the sort itself. */
  sort?: readonly GridSort[] | undefined;
  onSortChange?: ((sort: readonly GridSort[]) => void) | undefined;
  /** Text that rows must contain. The grid passes it to the source; array sources search in all columns. */
  search?: string | undefined;
  /** Page size until the user changes it; 999999 means all rows. Default: 20. */
  pageSize?: PageSize | undefined;
  /** Page sizes that the user can choose; 999999 means all rows. Default: 20, 30, 50, 100 and all. */
  pageSizes?: readonly PageSize[] | undefined;
  onPageSizeChange?: ((size: PageSize) => void) | undefined;
  /** True: each row has a checkbox. Default: false. */
  selectable?: boolean | undefined;
  /** Selected rows by row key, if the caller controls them. May contain rows of other pages. */
  selection?: ReadonlyMap<string, R> | undefined;
  onSelectionChange?: ((selection: ReadonlyMap<string, R>) => void) | undefined;
  /** Called after a click on a row, but not after a drag. `event` contains the pressed modifier keys. */
  onRowClick?: ((row: R, event: MouseEvent) => void) | undefined;
  /** Called when the user opens a row by double click or Enter. */
  onRowOpen?: ((row: R) => void) | undefined;
  /**
   * Returns the content of a row's cell in the column of actions. Except on a phone, this column is pinned to the
   * right.
   */
  rowActions?: ((row: R) => ReactNode) | undefined;
  /** Width of the column with the actions, px. Default: 120. */
  actionsWidth?: number | undefined;
  /**
   * Called when the user moves a row by its handle or by Alt+Shift+Up/Down. The grid must be unsorted, or sorted only
   * by `orderField` in ascending order. With `orderField`, no filter may be active. `from` and `to` are indices among
   * all rows, from 0.
   */
  onRowMove?: ((row: R, from: number, to: number) => void) | undefined;
  /** Key of the column that contains the order of the rows. Rows can be moved while the grid is sorted by it. */
  orderField?: string | undefined;
  /**
   * Returns the content of a drawer that opens on double click or Enter. If `onRowOpen` is set, `onRowOpen` is called
   * instead.
   */
  rowDetail?: ((row: R) => ReactNode) | undefined;
  /**
   * Details that open below a row by the arrow in its first column. `height` is the height of the details in px. The
   * grid rounds this height up to whole rows, because all lines of a grid are equally high. The lines of the details
   * count as lines of the page. Pass the same object in each render. Not possible with `structure`, whose arrows open
   * children.
   */
  inlineDetail?: { readonly height: number; readonly render: (row: R) => ReactNode } | undefined;
  /**
   * Pass the function `rowCards` to draw each row as a card if the grid is narrower than 640 px. A card has title,
   * state, three further facts and the actions. The header stays visible for sorting and filtering. Users cannot edit
   * cells on cards. Not possible with `structure` or `inlineDetail`. Default: each row is a line, and the page does not
   * load the code for cards.
   */
  cards?: ((columns: readonly PlacedColumn<R>[]) => RowCards<R>) | undefined;
  /** Returns an additional CSS class for a row. */
  rowClassName?: ((row: R) => string | undefined) | undefined;
  /**
   * Height of a row, px. Default: the height of the `size`. In a grid narrower than 640 px, a row is at least 40 px
   * high, for touch.
   */
  rowHeight?: number | undefined;
  /** Size of texts and rows until the user chooses another size. "default" is "small". Default: "small". */
  size?: GridSize | "default" | undefined;
  /**
   * Rows that stay below the header while the others scroll. They only show values. Pass the same array in each
   * render.
   */
  pinnedTop?: readonly R[] | undefined;
  /** Rows that stay above the footer. They behave like the rows of `pinnedTop`. */
  pinnedBottom?: readonly R[] | undefined;
  /** True: the grid has a column with row numbers. Default: true. */
  sequence?: boolean | undefined;
  /**
   * True: Ctrl+F searches in the cells of the grid, also those out of view. Only for array sources. With other sources
   * Ctrl+F opens the browser's search, because the grid does not know rows that are not loaded. Default: false.
   */
  findable?: boolean | undefined;
  /** Content in place of the rows if there are none, and neither a filter nor a search text is set. */
  emptyState?: ReactNode;
  /** Content at the left of the toolbar. */
  toolbar?: ReactNode;
  /** Content at the right of the toolbar, before the grid's own buttons. */
  toolbarRight?: ReactNode;
  /** Entries of the "more" menu that come after the exports. */
  lastItems?: readonly MenuItem[] | undefined;
  /** Entries of the "more" menu that come before the exports. */
  moreItems?: readonly MenuItem[] | undefined;
  /** Name of exported files without extension. Default: `id`. */
  exportName?: string | undefined;
  /** All texts of the grid. `gridTexts` contains them in three languages. */
  texts: GridTexts;
  /**
   * Any value. If it changes, the grid loads again. The scroll position stays, and the old rows are shown until the new
   * ones arrive.
   */
  refreshKey?: unknown;
  /** Height in px, or "fill" for the height of the parent, which must have a height. Default: "fill". */
  height?: "fill" | number | undefined;
  /** Spreadsheet-like editing, which `useTableEditing` creates. Default: the column's `edit.save` saves each cell. */
  editing?: TableEditing<R> | undefined;
  ref?: Ref<GridHandle<R>> | undefined;
}
