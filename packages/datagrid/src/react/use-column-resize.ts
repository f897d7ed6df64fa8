import type { PointerEvent } from "react";
import type { PlacedColumns } from "../core/columns.ts";
import { type GridLayout, MAX_WIDTH, MIN_WIDTH } from "../core/layout.ts";
import { clamp } from "../core/scroller.ts";
import { isRtl } from "./direction.ts";

/** Returns the pointer handler with which the user resizes a column at the edge of its header. */
export function useColumnResize<R>(
  placed: PlacedColumns<R>,
  change: (make: (old: GridLayout) => GridLayout) => void,
) {
  return (event: PointerEvent, key: string): void => {
    const column = placed.all.find((c) => c.key === key);
    if (!column || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const startX = event.clientX;
    // Reverses the direction for a column that is pinned to the right, because its left edge is dragged. In a
    // right-to-left grid, the sides are swapped.
    const isReversed = (column.pin === "right") !== isRtl(event.currentTarget);
    // Fixes the widths of all unpinned columns first. Otherwise stretched columns would absorb the change, and the edge
    // would not follow the pointer.
    const frozen = Object.fromEntries(
      placed.centre.filter((c) => c.kind === "data").map((c) => [c.key, c.width]),
    );
    const move = (e: globalThis.PointerEvent): void => {
      const step = isReversed ? startX - e.clientX : e.clientX - startX;
      const width = Math.round(clamp(column.width + step, MIN_WIDTH, MAX_WIDTH));
      change((old) => ({ ...old, width: { ...frozen, ...old.width, [key]: width } }));
    };
    const stop = (): void => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", stop);
      window.removeEventListener("pointercancel", stop);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", stop);
    window.addEventListener("pointercancel", stop);
  };
}
