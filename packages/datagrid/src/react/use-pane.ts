import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { isSortable, type PlacedColumn } from "../core/columns.ts";
import type { CellAt } from "../core/range.ts";
import type { RowView } from "../core/row-view.ts";
import { toggleSort } from "../core/sort.ts";
import type { GridFilter, GridSort } from "../core/types.ts";
import { keyOf } from "./direction.ts";
import type { ShownColumns } from "./grid-row.tsx";
import type { GridProps } from "./props.ts";
import type { Notify } from "./toaster.tsx";
import { useCells } from "./use-cells.ts";
import { useColumnResize } from "./use-column-resize.ts";
import type { useColumns } from "./use-columns.ts";
import { useCopy } from "./use-copy.ts";
import { useEdit } from "./use-edit.ts";
import { useEnsure } from "./use-ensure.ts";
import { useFocus } from "./use-focus.ts";
import { useHeaderDrag } from "./use-header-drag.ts";
import { useRowDrag } from "./use-row-drag.ts";
import type { useRowSelection } from "./use-row-selection.ts";
import { useVersion } from "./use-row-view.ts";
import type { Size } from "./use-size.ts";
import { useViewport } from "./use-viewport.ts";
import { enterWidgets, useOneTabStop } from "./widgets.ts";

/** Methods of the scrollable pane that the surrounding grid calls. */
export interface PaneHandle {
  /** Scrolls to a row, given by its index in the page. */
  scrollToRow(index: number): void;
  /** Makes a cell active and shows it. `row` is the index in the page. With `focus`, the grid gets the focus. */
  goTo(row: number, column: string | undefined, focus: boolean): void;
  /** Scrolls to the first row, and clears the active cell and the selected range. */
  rewind(): void;
}

export interface PaneProps<R> {
  grid: GridProps<R>;
  element: RefObject<HTMLDivElement | null>;
  size: Size;
  view: RowView<R>;
  /** Index of the page's first row among all rows that match the filters. */
  base: number;
  /** Number of rows on the page. */
  rowCount: number;
  /** Height of a row or card, px. */
  rowHeight: number;
  /** Height of a pinned row and of the footer, px. They are lines even if the rows are cards. */
  lineHeight: number;
  /** Height of all header rows together, px. */
  headHeight: number;
  /** Number of lines of group headers. */
  levels: number;
  pinnedTop: readonly R[];
  pinnedBottom: readonly R[];
  cols: ReturnType<typeof useColumns<R>>;
  rowSelection: ReturnType<typeof useRowSelection<R>>;
  filters: readonly GridFilter[];
  sort: readonly GridSort[];
  onSort: (sort: readonly GridSort[]) => void;
  onFilter: (column: PlacedColumn<R>, opener: Element) => void;
  /** Opens the menu of a column. Without a column, opens the context menu of the rows. */
  onMenu: (column: PlacedColumn<R> | undefined, point: { left: number; top: number }) => void;
  onOpen: ((row: R) => void) | undefined;
  onFit: (columns: readonly PlacedColumn<R>[]) => void;
  notify: Notify;
  /**
   * Ref that receives the methods of the pane. The prop is not named `ref`, because React 18 does not pass a prop
   * with this name to components.
   */
  handle: Ref<PaneHandle>;
}

/** Returns the state and the handlers of the scrollable part of the grid: scrolling, loading, keys and pointers. */
export function usePane<R>(props: PaneProps<R>) {
  const {
    grid: gridProps,
    element,
    size,
    view,
    base,
    rowCount,
    rowHeight,
    headHeight,
    cols,
    rowSelection,
    sort,
    notify,
  } = props;
  const version = useVersion(view);
  const { texts, onRowMove } = gridProps;
  const onRowOpen = props.onOpen;
  const { placed } = cols;
  const { totals } = view;
  const body = useRef<HTMLDivElement>(null);
  const hasFooter = totals !== undefined || gridProps.columns.some((c) => c.total !== undefined);
  const pinnedRows = props.pinnedTop.length + props.pinnedBottom.length + (hasFooter ? 1 : 0);
  /** Height of the headers, the pinned rows and the footer, which do not scroll. */
  const fixedHeight = headHeight + pinnedRows * props.lineHeight;
  const viewHeight = Math.max(0, size.height - fixedHeight);
  const viewWidth = Math.max(0, size.width - placed.leftWidth - placed.rightWidth);
  const port = useViewport({ scroller: element, body, rowCount, rowHeight, viewHeight, viewWidth, placed });
  const { windows, scrollTo } = port;
  const { from, to } = windows.columns;
  const shown = useMemo<ShownColumns<R>>(
    () => ({ ...placed, centre: placed.centre.slice(from, to) }),
    [placed, from, to],
  );
  const { first, last } = windows.rows;
  useEnsure(
    view,
    version,
    { first: base + first, last: base + last },
    { first: base, last: base + rowCount },
  );

  /** Opens the row of a cell. With spreadsheet-like editing, tells the user instead that the cell cannot be edited. */
  const open = (cell: CellAt): void => {
    const row = view.get(base + cell.row);
    if (row === undefined) return;
    const { editing } = gridProps;
    const title = placed.all[cell.col]?.column?.title;
    if (!editing) onRowOpen?.(row);
    else if (title !== undefined) notify(editing.fixedText(title));
  };
  const edit = useEdit({
    view,
    base,
    // Allows no editing on cards, because the editor is positioned by columns and would not cover the cell of a card.
    columns: cols.card ? [] : placed.all,
    rowKey: gridProps.rowKey,
    texts,
    notify,
    table: gridProps.editing,
  });
  const moveRow = (from: number, to: number): void => {
    const row = view.get(base + from);
    if (row === undefined || to < 0 || to >= rowCount) return;
    onRowMove?.(row, base + from, base + to);
    notify(texts.rowMoved(base + to + 1));
  };
  const isInOrder =
    sort.length === 0 ||
    (sort.length === 1 && sort[0]?.field === gridProps.orderField && sort[0]?.direction === "asc");
  const isFiltered = gridProps.orderField !== undefined && props.filters.length > 0;
  const refusal = !isInOrder ? texts.sortedRows : isFiltered ? texts.filteredRows : undefined;
  const rows = useRowDrag({
    grid: element,
    rowCount,
    refusal,
    reveal: (row) => port.reveal(row, 0),
    onMove: moveRow,
    notify,
  });
  const sortBy = (column: PlacedColumn<R>, add: boolean): void => {
    if (column.column && isSortable(column.column)) props.onSort(toggleSort(sort, column.key, add));
  };
  const cells = useCells({
    grid: element,
    rowCount,
    colCount: placed.all.length,
    screen: Math.max(1, Math.floor(viewHeight / rowHeight) - 1),
    card: cols.card,
    reveal: port.reveal,
    onKey: (event, cell) => {
      const column = placed.all[cell.col];
      if (cell.row < 0) {
        if (event.key === "F2") return enterWidgets(event.target);
        if (!column || (event.key !== "Enter" && event.key !== " ")) return false;
        if (column.kind === "check") rowSelection.togglePage();
        else sortBy(column, event.shiftKey);
        return true;
      }
      const printable = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey;
      if (event.key === "F2" || event.key === "Enter" || printable) {
        if (edit.begin(cell, printable ? event.key : undefined)) return true;
        const mayEnter = !printable && column?.kind !== "check" && column?.kind !== "handle";
        if (mayEnter && enterWidgets(event.target)) return true;
        if (event.key !== "Enter") return false;
      }
      if (event.key === "Escape") cells.setRange(undefined);
      else if (event.key === " " && gridProps.selectable) rowSelection.toggle(cell.row, event.shiftKey);
      else if (event.key === "Enter") open(cell);
      else return false;
      return true;
    },
    onMoveKey: (cell, step) => {
      if (!onRowMove || view.line || cell.row < 0) return false;
      if (refusal !== undefined) notify(refusal);
      else {
        moveRow(cell.row, cell.row + step);
        cells.goTo({ ...cell, row: Math.min(Math.max(0, cell.row + step), rowCount - 1) }, false);
      }
      return true;
    },
    onFilterKey: (cell, target) => {
      const column = placed.all[cell.col];
      if (column?.column) props.onFilter(column, target);
    },
  });
  /**
   * Opens and closes lines by the keys of the ARIA treegrid pattern. Passes all other keys to the key handler of the
   * cells.
   */
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = cells.active;
    const line = at && at.row >= 0 && !event.altKey ? view.line?.(base + at.row) : undefined;
    const isFirst = at !== undefined && placed.all[at.col]?.kind !== "data" ? true : at?.col === firstData;
    const key = keyOf(event);
    const wanted = key === "ArrowRight" ? true : key === "ArrowLeft" ? false : undefined;
    const isOpen =
      line?.kind === "group" || (line?.kind === "row" && line.hasChildren) ? line.isOpen : undefined;
    const isArrow =
      isOpen !== undefined && isFirst && wanted !== undefined && wanted !== isOpen && !event.shiftKey;
    const isEnter = line?.kind === "group" && (event.key === "Enter" || event.key === " ");
    if (at && (isArrow || isEnter) && !event.ctrlKey && view.toggle?.(base + at.row)) event.preventDefault();
    else cells.onKeyDown(event);
  };
  const firstData = placed.all.find((c) => c.kind === "data")?.index;
  useFocus(element, cells.active);
  const hasWidgets =
    gridProps.rowActions !== undefined || gridProps.columns.some((c) => c.render !== undefined);
  useOneTabStop(element, hasWidgets);
  const onCopy = useCopy({ view, base, columns: placed.all, rect: cells.rect, texts, notify });
  const drag = useHeaderDrag({
    grid: element,
    columns: placed.all,
    mayMove: cols.mayMove,
    onMove: cols.move,
    onRefuse: () => notify(texts.fixedColumn),
  });
  const onResize = useColumnResize(placed, cols.change);
  const { clear, goTo } = cells;
  useImperativeHandle(
    props.handle,
    () => ({
      scrollToRow: (index) => scrollTo(index * rowHeight),
      goTo: (row, key, focus) => {
        const column = placed.all.find((c) => c.key === key) ?? placed.all.find((c) => c.kind === "data");
        if (focus) element.current?.focus({ preventScroll: true });
        goTo({ row, col: column?.index ?? 0 }, false);
      },
      rewind: () => {
        clear();
        scrollTo(0);
      },
    }),
    [scrollTo, rowHeight, clear, goTo, placed, element],
  );
  const onHeaderClick = (column: PlacedColumn<R>, event: MouseEvent): void => {
    if (!drag.moved.current && column.kind === "data") sortBy(column, event.shiftKey);
  };
  /**
   * Moves the focus from the editor to the cell `down` rows below and `right` columns beside the edited cell. With 0
   * and 0, this is the edited cell itself.
   */
  const next = (down: number, right: number): void => {
    const at = edit.editing?.cell ?? cells.active;
    if (!at) return;
    element.current?.focus({ preventScroll: true });
    const row = Math.min(Math.max(0, at.row + down), rowCount - 1);
    const col = Math.min(Math.max(0, at.col + right), placed.all.length - 1);
    cells.goTo({ row, col }, false);
  };
  // The result is memoized, because the pane renders often while the user scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the result depends on these only
  const pageState = useMemo(rowSelection.pageState, [version, rowSelection.selection, base, rowCount]);
  return {
    pageState,
    version,
    body,
    hasFooter,
    port,
    shown,
    open,
    edit,
    rows,
    cells,
    drag,
    onKeyDown,
    fixedHeight,
    onCopy,
    onResize,
    onHeaderClick,
    next,
  };
}
