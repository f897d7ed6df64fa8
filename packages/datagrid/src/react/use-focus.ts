import { type RefObject, useLayoutEffect } from "react";
import type { CellAt } from "../core/range.ts";

/**
 * Keeps the DOM focus on the active cell. Row elements are reused while the user scrolls, so the focused element may
 * suddenly show another row. The grid element then has the focus until the active cell is in the DOM again.
 */
export function useFocus(grid: RefObject<HTMLDivElement | null>, active: CellAt | undefined): void {
  useLayoutEffect(() => {
    const root = grid.current;
    const focused = document.activeElement;
    if (!root || !active || !(focused instanceof HTMLElement) || !root.contains(focused)) return;
    // Leaves the focus where it is if it is on a button or field inside a cell.
    if (focused !== root && !focused.matches("[data-col]")) return;
    const cell = root.querySelector<HTMLElement>(`[data-row="${active.row}"] [data-col="${active.col}"]`);
    if ((cell ?? root) !== focused) (cell ?? root).focus({ preventScroll: true });
  });
}
