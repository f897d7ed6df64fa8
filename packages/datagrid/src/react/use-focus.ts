import { type RefObject, useLayoutEffect } from "react";
import type { CellAt } from "../core/range.ts";

/**
 * Keeps the DOM focus on the active cell. Row elements are recycled while scrolling, so an element that has
 * the focus may come to show another row; then the focus waits on the grid until the cell is back.
 */
export function useFocus(grid: RefObject<HTMLDivElement | null>, active: CellAt | undefined): void {
  useLayoutEffect(() => {
    const root = grid.current;
    const focused = document.activeElement;
    if (!root || !active || !(focused instanceof HTMLElement) || !root.contains(focused)) return;
    // A button inside a cell keeps the focus it was given.
    if (focused !== root && !focused.matches("[data-col]")) return;
    const cell = root.querySelector<HTMLElement>(`[data-row="${active.row}"] [data-col="${active.col}"]`);
    if ((cell ?? root) !== focused) (cell ?? root).focus({ preventScroll: true });
  });
}
