import { type MouseEvent, type Ref, type RefObject, useImperativeHandle, useMemo, useRef } from "react";
import { isSortable, type PlacedColumn } from "../core/columns.ts";
import type { RowView } from "../core/row-view.ts";
import { toggleSort } from "../core/sort.ts";
import type { GridFilter, GridSort } from "../core/types.ts";
import type { ShownColumns } from "./GridRow.tsx";
import type { GridProps } from "./props.ts";
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

/** What the frame around it does to the pane. */
export interface PaneHandle {
  /** Scrolls to a row of the page. */
  scrollToRow(index: number): void;
  /** Back to the first row, focus and range forgotten. */
  rewind(): void;
}

export interface PaneProps<R> {
  grid: GridProps<R>;
  element: RefObject<HTMLDivElement | null>;
  size: Size;
  view: RowView<R>;
  /** Number of the page's first row among all matching rows. */
  base: number;
  /** Rows of the page. */
  rowCount: number;
  rowHeight: number;
  headHeight: number;
  cols: ReturnType<typeof useColumns<R>>;
  boxes: ReturnType<typeof useRowSelection<R>>;
  filters: readonly GridFilter[];
  sort: readonly GridSort[];
  onSort: (sort: readonly GridSort[]) => void;
  onFilter: (column: PlacedColumn<R>, opener: Element) => void;
  /** Without a column: the menu of the rows. */
  onMenu: (column: PlacedColumn<R> | undefined, point: { left: number; top: number }) => void;
  onOpen: ((row: R) => void) | undefined;
  onFit: (columns: readonly PlacedColumn<R>[]) => void;
  say: (text: string) => void;
  ref: Ref<PaneHandle>;
}

/** What a pane does: where it stands, what is asked for, and what keys and pointers mean in it. */
export function usePane<R>(props: PaneProps<R>) {
  const {
    grid: asked,
    element,
    size,
    view,
    base,
    rowCount,
    rowHeight,
    headHeight,
    cols,
    boxes,
    sort,
    say,
  } = props;
  const version = useVersion(view);
  const { texts, onRowMove } = asked;
  const onRowOpen = props.onOpen;
  const { placed } = cols;
  const { totals } = view;
  const body = useRef<HTMLDivElement>(null);
  const hasFooter = totals !== undefined || asked.columns.some((c) => c.total !== undefined);
  const viewHeight = Math.max(0, size.height - headHeight - (hasFooter ? rowHeight : 0));
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

  const open = (index: number): void => {
    const row = view.get(base + index);
    if (row !== undefined) onRowOpen?.(row);
  };
  const edit = useEdit({ view, base, columns: placed.all, rowKey: asked.rowKey, texts, say });
  const moveRow = (from: number, to: number): void => {
    const row = view.get(base + from);
    if (row === undefined || to < 0 || to >= rowCount) return;
    onRowMove?.(row, base + from, base + to);
    say(texts.rowMoved(base + to + 1));
  };
  const rows = useRowDrag({
    grid: element,
    rowCount,
    refusal: sort.length > 0 ? texts.sortedRows : undefined,
    reveal: (row) => port.reveal(row, 0),
    onMove: moveRow,
    say,
  });
  const sortBy = (column: PlacedColumn<R>, add: boolean): void => {
    if (column.column && isSortable(column.column)) props.onSort(toggleSort(sort, column.key, add));
  };
  const cells = useCells({
    grid: element,
    rowCount,
    colCount: placed.all.length,
    screen: Math.max(1, Math.floor(viewHeight / rowHeight) - 1),
    reveal: port.reveal,
    onKey: (event, cell) => {
      const column = placed.all[cell.col];
      if (cell.row < 0) {
        if (!column || (event.key !== "Enter" && event.key !== " ")) return false;
        if (column.kind === "check") boxes.togglePage();
        else sortBy(column, event.shiftKey);
        return true;
      }
      const printable = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey;
      if (event.key === "F2" || event.key === "Enter" || printable) {
        if (edit.begin(cell, printable ? event.key : undefined)) return true;
        if (event.key !== "Enter") return false;
      }
      if (event.key === "Escape") cells.setRange(undefined);
      else if (event.key === " " && asked.selectable) boxes.toggle(cell.row, event.shiftKey);
      else if (event.key === "Enter") open(cell.row);
      else return false;
      return true;
    },
    onMoveKey: (cell, step) => {
      if (!onRowMove || cell.row < 0) return false;
      if (sort.length > 0) say(texts.sortedRows);
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
  useFocus(element, cells.active);
  const onCopy = useCopy({ view, base, columns: placed.all, rect: cells.rect, texts, say });
  const drag = useHeaderDrag({
    grid: element,
    columns: placed.all,
    mayMove: cols.mayMove,
    onMove: cols.move,
    onRefuse: () => say(texts.fixedColumn),
  });
  const onResize = useColumnResize(placed, cols.change);
  const { clear } = cells;
  useImperativeHandle(
    props.ref,
    () => ({
      scrollToRow: (index) => scrollTo(index * rowHeight),
      rewind: () => {
        clear();
        scrollTo(0);
      },
    }),
    [scrollTo, rowHeight, clear],
  );
  const onHeaderClick = (column: PlacedColumn<R>, event: MouseEvent): void => {
    if (!drag.moved.current && column.kind === "data") sortBy(column, event.shiftKey);
  };
  /** From the editor back to its cell, or on to the next. */
  const next = (down: number, right: number): void => {
    const at = edit.editing?.cell ?? cells.active;
    if (!at) return;
    element.current?.focus({ preventScroll: true });
    const row = Math.min(Math.max(0, at.row + down), rowCount - 1);
    const col = Math.min(Math.max(0, at.col + right), placed.all.length - 1);
    cells.goTo({ row, col }, false);
  };
  // Only worth counting when something is chosen or has arrived: this renders with every scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is counted changes with these
  const pageState = useMemo(boxes.pageState, [version, boxes.selection, base, rowCount]);
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
    onCopy,
    onResize,
    onHeaderClick,
    next,
  };
}
