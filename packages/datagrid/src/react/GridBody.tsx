// biome-ignore-all lint/a11y/useSemanticElements: rows are recycled and placed by transforms, which tables do not allow
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from "react";
import type { PlacedColumns } from "../core/columns.ts";
import type { CellAt, Rect } from "../core/range.ts";
import type { RowView } from "../core/row-view.ts";
import type { RowWindow } from "../core/scroller.ts";
import type { GridTexts } from "../core/texts.ts";
import type { CellContext } from "./GridCell.tsx";
import { GridRow, type ShownColumns } from "./GridRow.tsx";
import { RangeOverlay } from "./RangeOverlay.tsx";
import { cellOf, isInteractive } from "./use-cells.ts";

interface Props<R> {
  /** The element that carries the rows and is moved by the viewport. */
  layer: RefObject<HTMLDivElement | null>;
  view: RowView<R>;
  /** Version of the view, so that this renders again when rows arrive. */
  version: number;
  base: number;
  window: RowWindow;
  anchor: number;
  rowHeight: number;
  columns: ShownColumns<R>;
  placed: PlacedColumns<R>;
  active: CellAt | undefined;
  rect: Rect | undefined;
  selection: ReadonlyMap<string, R>;
  rowKey: (row: R) => string;
  rowClassName: ((row: R) => string | undefined) | undefined;
  rowActions: ((row: R) => ReactNode) | undefined;
  texts: GridTexts;
  /** Drawn over the rows. */
  overlay: ReactNode;
  /** Rows show that they can be clicked. */
  clickable: boolean;
  onPointerDown: (event: PointerEvent) => void;
  /** Whether the last press became a drag. */
  dragged: RefObject<boolean>;
  onHandle: (event: PointerEvent) => void;
  onMenu: (event: MouseEvent) => void;
  onToggle: (index: number, stretch: boolean) => void;
  onClick: (index: number) => void;
  onOpen: (cell: CellAt) => void;
}

/** The rows on show. Events are read here once instead of in every cell. */
export function GridBody<R>(props: Props<R>): ReactNode {
  const { view, base, window, anchor, rowHeight, active, rect, selection, rowKey, placed } = props;
  const { texts, rowActions } = props;
  const context = useMemo<CellContext<R>>(() => ({ texts, rowActions }), [texts, rowActions]);
  // Row elements are recycled: the pool only grows, so that a key names the same element while scrolling.
  const pool = useRef(1);
  pool.current = Math.max(pool.current, window.last - window.first);

  const onClick = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (!cell) return;
    if (placed.all[cell.col]?.kind === "check") props.onToggle(cell.row, event.shiftKey);
    else if (!isInteractive(event.target)) props.onClick(cell.row);
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
    rows.push(
      <GridRow
        key={index % pool.current}
        index={index}
        number={base + index + 1}
        top={(index - anchor) * rowHeight}
        height={rowHeight}
        row={row}
        columns={props.columns}
        activeCol={active?.row === index ? active.col : -1}
        selected={row !== undefined && selection.size > 0 && selection.has(rowKey(row))}
        className={row === undefined ? undefined : props.rowClassName?.(row)}
        context={context}
      />,
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: delegated from the cells
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are read by the grid around this
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the tooltip repeats what screen readers get anyway
    <div
      className={`dg-body${props.clickable ? " dg-clickable" : ""}`}
      onPointerDown={(event) => {
        const cell = cellOf(event.target);
        if (cell && placed.all[cell.col]?.kind === "handle") props.onHandle(event);
        else props.onPointerDown(event);
      }}
      onContextMenu={props.onMenu}
      // A drag marks cells, and does not carry a link away.
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

/** Rows that come this quickly show no skeletons before, ms. */
const QUICK_MS = 120;

/** Lets skeletons be seen once rows have been on their way for a while. */
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

/** A pointer must rest this long before a cell is measured, ms: measuring while scrolling would cost a layout. */
const REST_MS = 250;

/** Gives the cell under a resting pointer a tooltip if its text is cut off. */
function useFullText() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (event: MouseEvent): void => {
    clearTimeout(timer.current);
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>(".dg-cell") : null;
    if (!cell) return;
    timer.current = setTimeout(() => {
      const cut = cell.scrollWidth > cell.clientWidth + 1;
      if (cut) cell.title = cell.textContent ?? "";
      else cell.removeAttribute("title");
    }, REST_MS);
  };
}
