import { type PointerEvent, type ReactNode, useState } from "react";
import type { Rect } from "../core/range.ts";
import { clamp } from "../core/scroller.ts";
import type { EditLayerContext } from "./editing.ts";
import { Sections } from "./grid-row.tsx";
import { cellOf } from "./use-cells.ts";

interface Props<R> {
  readonly rect: Rect;
  readonly context: EditLayerContext<R>;
  readonly label: string;
  /** Fills the range. With Ctrl the cells are copied, otherwise a series is continued. */
  readonly onFill: (range: Rect, mode: "copy" | "series") => void;
}

/**
 * Square at the lower right corner of the selected range. Dragging the square up or down fills cells with a series.
 * With Ctrl, it copies the cells instead.
 */
export function FillHandle<R>({ rect, context, label, onFill }: Props<R>): ReactNode {
  const { element, placed, anchor, rowHeight, rowCount, reveal } = context;
  const [to, setTo] = useState<number>();
  const target = (row: number): Rect => ({
    ...rect,
    top: Math.min(rect.top, row),
    bottom: Math.max(rect.bottom, row),
  });
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    let row = rect.bottom;
    let last = { x: event.clientX, y: event.clientY };
    const track = (): void => {
      const box = element.current?.querySelector(".dg-body")?.getBoundingClientRect();
      if (!box) return;
      const x = clamp(last.x, box.left + 2, box.right - 2);
      const over = cellOf(document.elementFromPoint(x, clamp(last.y, box.top + 2, box.bottom - 2)));
      if (!over) return;
      const step = last.y > box.bottom ? 2 : last.y < box.top ? -2 : 0;
      row = clamp(over.row + step, 0, rowCount - 1);
      setTo(row);
      if (step !== 0) reveal(row, rect.right);
    };
    const move = (e: globalThis.PointerEvent): void => {
      last = { x: e.clientX, y: e.clientY };
      track();
    };
    // Uses a timer to continue scrolling, because the browser sends no events while the pointer rests outside of the
    // grid.
    const timer = setInterval(track, 60);
    const stop = (): void => {
      clearInterval(timer);
      setTo(undefined);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", stop);
      window.removeEventListener("keydown", onEscape, true);
    };
    const up = (e: globalThis.PointerEvent): void => {
      stop();
      onFill(target(row), e.ctrlKey || e.metaKey ? "copy" : "series");
    };
    const onEscape = (e: KeyboardEvent): void => {
      if (e.key === "Escape") stop();
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", stop);
    window.addEventListener("keydown", onEscape, true);
  };
  const last = (columns: typeof placed.all) => columns.filter((c) => c.index === rect.right);
  const columns = {
    ...placed,
    left: last(placed.left),
    centre: last(placed.centre),
    right: last(placed.right),
  };
  const filled = to === undefined ? undefined : target(to);
  return (
    <>
      <div
        role="presentation"
        className="dg-row dg-fill-row"
        style={{ transform: `translateY(${(rect.bottom - anchor) * rowHeight}px)`, height: rowHeight }}
      >
        <Sections
          columns={columns}
          cell={(column) => (
            <div
              key={column.key}
              role="presentation"
              className="dg-fill-place"
              style={{ insetInlineStart: column.left, width: column.width }}
            >
              <span className="dg-fill-handle" title={label} onPointerDown={onPointerDown} />
            </div>
          )}
        />
      </div>
      {filled && (
        <div
          aria-hidden="true"
          className="dg-fill-range"
          style={{
            transform: `translateY(${(filled.top - anchor) * rowHeight}px)`,
            height: (filled.bottom - filled.top + 1) * rowHeight,
          }}
        />
      )}
    </>
  );
}
