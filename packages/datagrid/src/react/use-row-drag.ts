import { type PointerEvent, type RefObject, useRef, useState } from "react";
import { clamp } from "../core/scroller.ts";
import { cellOf } from "./use-cells.ts";

interface Options {
  grid: RefObject<HTMLDivElement | null>;
  rowCount: number;
  /** Reason why rows cannot be moved now. Undefined if they can be moved. */
  refusal: string | undefined;
  reveal: (row: number) => void;
  /** Moves the row at index `from` to the index `to`. Both are indices in the page. */
  onMove: (from: number, to: number) => void;
  notify: (text: string) => void;
}

export interface RowDrag {
  from: number;
  /**
   * Place where the dragged row will be inserted: the index of the row that will follow it. At the end, `gap` is the
   * number of rows.
   */
  gap: number;
}

/** Lets the user move rows by dragging their handles. */
export function useRowDrag({ grid, rowCount, refusal, reveal, onMove, notify }: Options) {
  const [drag, setDrag] = useState<RowDrag>();
  const latest = useRef(reveal);
  latest.current = reveal;

  const onPointerDown = (event: PointerEvent): void => {
    const start = cellOf(event.target);
    if (!start || event.button !== 0) return;
    event.preventDefault();
    if (refusal !== undefined) {
      notify(refusal);
      return;
    }
    let gap = start.row;
    let moved = false;
    let last = { x: event.clientX, y: event.clientY };
    const track = (): void => {
      const box = grid.current?.querySelector(".dg-body")?.getBoundingClientRect();
      if (!box) return;
      const y = clamp(last.y, box.top + 2, box.bottom - 2);
      const target = document.elementFromPoint(clamp(last.x, box.left + 2, box.right - 2), y);
      const over = cellOf(target);
      const row = target?.closest("[data-row]")?.getBoundingClientRect();
      if (over && row) gap = clamp(over.row + (y > row.top + row.height / 2 ? 1 : 0), 0, rowCount);
      setDrag((old) => (old?.gap === gap ? old : { from: start.row, gap }));
      if (last.y < box.top + 8) latest.current(Math.max(0, gap - 2));
      else if (last.y > box.bottom - 8) latest.current(Math.min(rowCount - 1, gap + 2));
    };
    const move = (e: globalThis.PointerEvent): void => {
      moved = true;
      last = { x: e.clientX, y: e.clientY };
      track();
    };
    const stop = (): void => {
      clearInterval(timer);
      setDrag(undefined);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", stop);
      window.removeEventListener("keydown", onEscape);
    };
    const up = (): void => {
      stop();
      const to = gap > start.row ? gap - 1 : gap;
      if (to !== start.row) onMove(start.row, to);
    };
    const onEscape = (e: KeyboardEvent): void => {
      if (e.key === "Escape") stop();
    };
    // Uses a timer to continue scrolling, because the browser sends no events while the pointer rests at the edge of
    // the grid.
    const timer = setInterval(() => moved && track(), 60);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", stop);
    window.addEventListener("keydown", onEscape);
  };

  return { drag, onPointerDown };
}
