// biome-ignore-all lint/a11y/useSemanticElements: rows are recycled and moved by transforms, which tables cannot do
import { type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import type { PlacedColumns } from "../core/columns.ts";
import type { CellAt, Rect } from "../core/range.ts";
import type { RowView } from "../core/row-view.ts";
import type { RowWindow } from "../core/scroller.ts";
import type { GridTexts } from "../core/texts.ts";
import type { TableEditing } from "./editing.ts";
import type { CellContext } from "./grid-cell.tsx";
import { GridRow, type ShownColumns } from "./grid-row.tsx";
import { GroupRow } from "./group-row.tsx";
import { RangeOverlay } from "./range-overlay.tsx";
import type { RowCards } from "./row-cards.tsx";
import { cellOf, isInteractive } from "./use-cells.ts";

interface Props<R> {
  /** The element that contains the rows. The code in use-viewport.ts moves it while the user scrolls. */
  layer: RefObject<HTMLDivElement | null>;
  view: RowView<R>;
  /** Version of the row view. A new version makes the body render again. */
  version: number;
  base: number;
  window: RowWindow;
  anchor: number;
  rowHeight: number;
  columns: ShownColumns<R>;
  /** Describes how rows are drawn as cards. If undefined, each row is a line. */
  card: RowCards<R> | undefined;
  placed: PlacedColumns<R>;
  active: CellAt | undefined;
  rect: Rect | undefined;
  selection: ReadonlyMap<string, R>;
  rowKey: (row: R) => string;
  rowClassName: ((row: R) => string | undefined) | undefined;
  context: CellContext<R>;
  /** Number of header rows, which screen readers count before the rows. */
  headRows: number;
  table: TableEditing<R> | undefined;
  /** Content of the details of an open row. */
  detail: ((row: R) => ReactNode) | undefined;
  texts: GridTexts;
  /** Content that is drawn over the rows, such as the frame of the selected range. */
  overlay: ReactNode;
  /** True if a click on a row has an effect. Rows then have the pointer cursor. */
  clickable: boolean;
  onPointerDown: (event: PointerEvent) => void;
  /** True if the last press of the pointer became a drag. The click event that follows a drag must be ignored. */
  dragged: RefObject<boolean>;
  onHandle: (event: PointerEvent) => void;
  onMenu: (event: MouseEvent) => void;
  onToggle: (index: number, extend: boolean) => void;
  onClick: (index: number, event: MouseEvent) => void;
  onOpen: (cell: CellAt) => void;
}

/** Draws the visible rows. One set of event handlers serves all cells (event delegation). */
export function GridBody<R>(props: Props<R>): ReactNode {
  const { view, base, window, anchor, rowHeight, active, rect, selection, rowKey, placed } = props;
  const { context } = props;
  // Number of row elements in the DOM. The elements are reused for other rows while the user scrolls. The number never
  // decreases, because the elements must keep their React keys.
  const pool = useRef(1);
  pool.current = Math.max(pool.current, window.last - window.first);

  const onClick = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (!cell) {
      // Also opens the row after a tap on a label or on the edge of the card, because these parts belong to no cell.
      const card = event.target instanceof Element && event.target.closest<HTMLElement>(".dg-card[data-row]");
      if (card) props.onClick(Number(card.dataset.row), event);
      return;
    }
    const isArrow = event.target instanceof Element && event.target.closest("[data-toggle]") !== null;
    const line = view.line?.(base + cell.row);
    const isToggle = (isArrow || line?.kind === "group") && !props.dragged.current;
    if (isToggle && view.toggle?.(base + cell.row)) return;
    const kind = placed.all[cell.col]?.kind;
    if (kind === "check") props.onToggle(cell.row, event.shiftKey);
    // Ignores clicks between the buttons of a row: the user has probably missed a button.
    else if (kind !== "actions" && !isInteractive(event.target)) props.onClick(cell.row, event);
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (cell && placed.all[cell.col]?.kind !== "check" && !isInteractive(event.target)) props.onOpen(cell);
  };

  const showFullText = useFullText();
  useSlow(props.layer, view.loading);
  const rows: ReactNode[] = [];
  for (let index = window.first; index < window.last; index++) {
    const row = view.get(base + index);
    const line = view.line?.(base + index);
    const activeCol = active?.row === index ? active.col : -1;
    const rowIndex = base + index + 1 + props.headRows;
    if (line?.kind === "group") {
      rows.push(
        <GroupRow
          key={index % pool.current}
          line={line}
          index={index}
          rowIndex={rowIndex}
          top={(index - anchor) * rowHeight}
          height={rowHeight}
          columns={props.columns}
          titleKey={context.titleKey}
          activeCol={activeCol}
          texts={props.texts}
        />,
      );
      continue;
    }
    if (line?.kind === "detail") {
      rows.push(
        // biome-ignore lint/a11y/useFocusableInteractive: the content of the details has its own focus
        <div
          key={`detail ${index - line.offset}`}
          role="row"
          aria-rowindex={rowIndex - line.offset}
          className="dg-row dg-detail-row"
          style={{
            transform: `translateY(${(index - line.offset - anchor) * rowHeight}px)`,
            height: line.lines * rowHeight,
          }}
        >
          {/* biome-ignore lint/a11y/useFocusableInteractive: the content of the details has its own focus */}
          <div role="gridcell" aria-colspan={placed.all.length} className="dg-detail">
            {props.detail?.(line.owner as R)}
          </div>
        </div>,
      );
      index += line.lines - line.offset - 1;
      continue;
    }
    rows.push(
      <GridRow
        key={index % pool.current}
        index={index}
        number={base + index + 1}
        rowIndex={rowIndex}
        level={line?.level}
        isOpen={line?.kind === "row" && line.hasChildren ? line.isOpen : undefined}
        top={(index - anchor) * rowHeight}
        height={rowHeight}
        row={row}
        columns={props.columns}
        card={props.card}
        activeCol={activeCol}
        selected={row !== undefined && selection.size > 0 && selection.has(rowKey(row))}
        className={row === undefined ? undefined : props.rowClassName?.(row)}
        marks={row === undefined ? undefined : props.table?.marksOf(row)}
        context={context}
      />,
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: event delegation for the cells
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding grid handles keys
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the tooltip only repeats the text of the cell
    <div
      className={`dg-body${props.clickable ? " dg-clickable" : ""}`}
      onPointerDown={(event) => {
        const cell = cellOf(event.target);
        if (cell && placed.all[cell.col]?.kind === "handle") props.onHandle(event);
        else props.onPointerDown(event);
      }}
      onContextMenu={props.onMenu}
      // Prevents the browser from dragging a link, because a drag that begins on a link must select a range of cells.
      onDragStart={(event) => event.preventDefault()}
      onClickCapture={(event) => {
        if (props.dragged.current && isInteractive(event.target)) event.preventDefault();
      }}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onMouseOver={showFullText}
    >
      <div ref={props.layer} role="rowgroup" className="dg-rows">
        {rows}
        {rect && (
          <RangeOverlay
            rect={rect}
            placed={placed}
            first={window.first}
            last={window.last}
            anchor={anchor}
            rowHeight={rowHeight}
          />
        )}
        {props.overlay}
      </div>
    </div>
  );
}

/**
 * Delay in ms before loading rows are drawn as skeletons. If the answer arrives earlier, the grid shows no skeletons.
 * Otherwise they would flash for a moment.
 */
const QUICK_MS = 120;

/** Draws skeletons in place of the missing rows if loading takes longer than QUICK_MS. */
function useSlow(layer: RefObject<HTMLDivElement | null>, loading: boolean): void {
  useEffect(() => {
    const rows = layer.current;
    if (!loading || !rows) return;
    const timer = setTimeout(() => rows.classList.add("dg-slow"), QUICK_MS);
    return () => {
      clearTimeout(timer);
      rows.classList.remove("dg-slow");
    };
  }, [layer, loading]);
}

/**
 * Time for which the pointer must rest before a cell is measured for its tooltip, ms. Measuring during scrolling would
 * force the browser to compute the layout each time, which is slow.
 */
const REST_MS = 250;

/** Adds a tooltip to the cell under the resting pointer if the cell's text is cut off. */
function useFullText() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (event: MouseEvent): void => {
    clearTimeout(timer.current);
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>(".dg-cell") : null;
    if (!cell) return;
    timer.current = setTimeout(() => {
      // Leaves the tooltip of a faulty cell unchanged, because it shows the error.
      if (cell.hasAttribute("aria-invalid")) return;
      const cut = cell.scrollWidth > cell.clientWidth + 1;
      if (cut) cell.title = cell.textContent ?? "";
      else cell.removeAttribute("title");
    }, REST_MS);
  };
}
