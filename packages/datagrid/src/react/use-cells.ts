import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useRef, useState } from "react";
import { moveCell } from "../core/keyboard.ts";
import { type CellAt, type CellRange, rectOf } from "../core/range.ts";
import { clamp } from "../core/scroller.ts";
import { keyOf } from "./direction.ts";
import type { RowCards } from "./row-cards.tsx";
import { beforeTab, leaveByKey } from "./widgets.ts";

/** Number of rows by which the grid scrolls in each step while the user drags a range beyond the edge of the grid. */
const EDGE_ROWS = 2;

interface Options {
  grid: RefObject<HTMLDivElement | null>;
  rowCount: number;
  colCount: number;
  /** Number of rows by which PageUp and PageDown move the active cell. */
  screen: number;
  /** Determines the column to which the focus moves if the rows are cards. Undefined if the rows are lines. */
  card: Pick<RowCards<never>, "columnAt"> | undefined;
  reveal: (row: number, col: number) => void;
  /** Handles keys that do not move the focus, such as Enter or Space. Returns true if it handled the key. */
  onKey: (event: KeyboardEvent, cell: CellAt) => boolean;
  /**
   * Handles Alt+Shift+Up and Alt+Shift+Down, which move a row. Returns false if the cell is in the header, or if the
   * grid does not let users move rows.
   */
  onMoveKey: (cell: CellAt, step: -1 | 1) => boolean;
  /** Handles Alt+Down, which opens the filter of the column. */
  onFilterKey: (cell: CellAt, target: Element) => void;
}

/** Returns the cell that contains the target of an event. Returns undefined if the target is not in a cell. */
export function cellOf(target: EventTarget | null): CellAt | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>("[data-col]");
  const row = cell?.closest<HTMLElement>("[data-row]");
  if (!cell || !row) return undefined;
  return { row: Number(row.dataset.row), col: Number(cell.dataset.col) };
}

/**
 * Returns true if the target is a button, link or field, for example inside a cell. Such elements handle clicks and
 * keys themselves.
 */
export function isInteractive(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button,a,input,select,textarea,[role=button]") !== null;
}

const isLink = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("a[href]") !== null;

/** Returns the active cell and the selected range of cells, with the key and pointer handlers that change them. */
export function useCells(options: Options) {
  const { grid, rowCount, colCount, screen, card, reveal, onKey, onMoveKey, onFilterKey } = options;
  const [active, setActive] = useState<CellAt>();
  const [range, setRange] = useState<CellRange>();
  const dragged = useRef(false);

  const goTo = useCallback(
    (cell: CellAt, extend: boolean) => {
      setRange((old) =>
        extend && cell.row >= 0 && old ? { anchor: old.anchor, head: cell } : { anchor: cell, head: cell },
      );
      setActive(cell);
      reveal(cell.row, cell.col);
    },
    [reveal],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const inside = isInteractive(event.target) && !(event.target as Element).matches("[data-col]");
    if (inside) {
      const left = leaveByKey(event);
      const at = left && cellOf(left);
      if (at) {
        left.focus({ preventScroll: true });
        goTo(at, false);
      }
      return;
    }
    beforeTab(event);
    const cell = cellOf(event.target) ?? active;
    if (!cell) return;
    if (event.altKey) {
      if (event.shiftKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
        if (onMoveKey(cell, event.key === "ArrowUp" ? -1 : 1)) event.preventDefault();
        return;
      }
      if (event.key !== "ArrowDown" || !(event.target instanceof Element)) return;
      onFilterKey(cell, event.target);
      event.preventDefault();
      return;
    }
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key.toLowerCase() === "a" && rowCount > 0) {
      setRange({ anchor: { row: 0, col: 0 }, head: { row: rowCount - 1, col: colCount - 1 } });
      event.preventDefault();
      return;
    }
    const next = moveCell(cell, keyOf(event), ctrl, { rows: rowCount, cols: colCount, screen });
    if (next && card && next.row >= 0) next.col = card.columnAt(cell.col, next.col);
    if (next) goTo(next, event.shiftKey);
    else if (!onKey(event, cell)) return;
    event.preventDefault();
  };

  const onPointerDown = (event: PointerEvent): void => {
    dragged.current = false;
    const start = cellOf(event.target);
    if (!start || event.button !== 0) return;
    // A click on a link only follows the link and selects nothing. A drag that begins on a link selects a range.
    const link = isLink(event.target);
    const from = (event.target as Element).closest<HTMLElement>("[data-col]");
    if (!link && isInteractive(event.target)) return;
    const extend = event.shiftKey && range !== undefined;
    const anchor = extend ? range.anchor : start;
    if (!link) {
      setActive(start);
      setRange({ anchor, head: start });
    }
    // Selects no range on touch screens, because a drag scrolls there.
    if (event.pointerType === "touch") return;
    let last = { x: event.clientX, y: event.clientY };
    const track = (): void => {
      const box = grid.current?.querySelector(".dg-body")?.getBoundingClientRect();
      if (!box) return;
      const x = clamp(last.x, box.left + 2, box.right - 2);
      const y = clamp(last.y, box.top + 2, box.bottom - 2);
      const over = cellOf(document.elementFromPoint(x, y));
      if (!over) return;
      // Scrolls the grid while the pointer is beyond the upper or lower edge.
      const step = last.y > box.bottom ? EDGE_ROWS : last.y < box.top ? -EDGE_ROWS : 0;
      const head = { row: clamp(over.row + step, 0, rowCount - 1), col: over.col };
      if (!dragged.current && head.row === start.row && head.col === start.col) return;
      if (!dragged.current && link) {
        setActive(start);
        from?.focus({ preventScroll: true });
      }
      dragged.current = true;
      setRange((old) => {
        const same = old?.head.row === head.row && old.head.col === head.col;
        return same ? old : { anchor, head };
      });
      reveal(head.row, head.col);
    };
    const move = (e: globalThis.PointerEvent): void => {
      last = { x: e.clientX, y: e.clientY };
      track();
    };
    const timer = setInterval(() => dragged.current && track(), 60);
    const stop = (): void => {
      clearInterval(timer);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", stop);
      window.removeEventListener("pointercancel", stop);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", stop);
    window.addEventListener("pointercancel", stop);
  };

  const clear = useCallback(() => {
    setActive(undefined);
    setRange(undefined);
  }, []);

  return {
    active,
    setActive,
    range,
    rect: range ? rectOf(range) : undefined,
    setRange,
    goTo,
    clear,
    onKeyDown,
    onPointerDown,
    dragged,
  };
}
