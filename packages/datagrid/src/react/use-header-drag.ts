import { type PointerEvent, type RefObject, useRef, useState } from "react";
import type { PlacedColumn } from "../core/columns.ts";

/** Distance in px that the pointer must move before a press becomes a drag. */
const SLOP = 5;
/** Time that a finger must press before a drag begins, ms. A shorter press scrolls the grid. */
const TOUCH_DELAY = 500;

export interface HeaderDrag {
  key: string;
  title: string;
  /** Key of the column under the pointer. */
  over: string | undefined;
  allowed: boolean;
  /** Horizontal position of the pointer in the window, px. */
  x: number;
  /** Vertical position of the pointer in the window, px. */
  y: number;
}

interface Options<R> {
  grid: RefObject<HTMLDivElement | null>;
  columns: readonly PlacedColumn<R>[];
  mayMove: (from: string, to: string) => boolean;
  onMove: (from: string, to: string) => void;
  onRefuse: () => void;
}

/**
 * Lets the user move columns by dragging their headers. `moved` is true if the last press was a drag and not a click.
 */
export function useHeaderDrag<R>({ grid, columns, mayMove, onMove, onRefuse }: Options<R>) {
  const [drag, setDrag] = useState<HeaderDrag>();
  const moved = useRef(false);

  const onPointerDown = (event: PointerEvent, column: PlacedColumn<R>): void => {
    moved.current = false;
    if (event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const touch = event.pointerType === "touch";
    let ready = !touch;
    let over: string | undefined;
    const timer = touch ? setTimeout(() => (ready = true), TOUCH_DELAY) : undefined;

    const move = (e: globalThis.PointerEvent): void => {
      const far = Math.hypot(e.clientX - start.x, e.clientY - start.y) > SLOP;
      if (!moved.current && !far) return;
      if (!ready) {
        stop();
        return;
      }
      if (!moved.current) {
        moved.current = true;
        if (column.kind !== "data" || column.column?.fixed === true) {
          onRefuse();
          stop();
          return;
        }
      }
      over = headerAt(grid.current, columns, e.clientX) ?? over;
      const allowed = over !== undefined && mayMove(column.key, over);
      setDrag({
        key: column.key,
        title: column.column?.title ?? "",
        over,
        allowed,
        x: e.clientX,
        y: e.clientY,
      });
      scrollAtEdge(grid.current, e.clientX);
    };
    const up = (): void => {
      if (moved.current && over !== undefined && over !== column.key) {
        if (mayMove(column.key, over)) onMove(column.key, over);
        else onRefuse();
      }
      stop();
    };
    const onEscape = (e: KeyboardEvent): void => {
      if (e.key === "Escape") stop();
    };
    const stop = (): void => {
      clearTimeout(timer);
      setDrag(undefined);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", stop);
      window.removeEventListener("keydown", onEscape);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", stop);
    window.addEventListener("keydown", onEscape);
  };

  return { drag, moved, onPointerDown };
}

function headerAt<R>(
  grid: HTMLElement | null,
  columns: readonly PlacedColumn<R>[],
  x: number,
): string | undefined {
  const head = grid?.querySelector(".dg-head")?.getBoundingClientRect();
  if (!head) return undefined;
  const cell = document.elementFromPoint(x, head.top + head.height / 2)?.closest<HTMLElement>("[data-col]");
  return columns[Number(cell?.dataset.col ?? -1)]?.key;
}

function scrollAtEdge(grid: HTMLElement | null, x: number): void {
  const centre = grid?.querySelector(".dg-head .dg-centre")?.getBoundingClientRect();
  if (!grid || !centre) return;
  if (x < centre.left + 32) grid.scrollLeft -= 16;
  else if (x > centre.right - 32) grid.scrollLeft += 16;
}
