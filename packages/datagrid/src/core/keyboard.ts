import type { CellAt } from "./range.ts";
import { clamp } from "./scroller.ts";

export interface MoveBounds {
  rows: number;
  cols: number;
  /** Number of rows by which PageUp and PageDown move the focus. */
  screen: number;
}

/**
 * Returns the cell to which a key moves the focus. Returns undefined for keys that do not move the focus. Row -1 is the
 * header.
 */
export function moveCell(cell: CellAt, key: string, ctrl: boolean, bounds: MoveBounds): CellAt | undefined {
  const lastRow = bounds.rows - 1;
  const lastCol = Math.max(0, bounds.cols - 1);
  const row = (to: number): CellAt => ({ ...cell, row: clamp(to, 0, lastRow) });
  const col = (to: number): CellAt => ({ ...cell, col: clamp(to, 0, lastCol) });
  switch (key) {
    case "ArrowUp":
      return ctrl ? row(0) : { ...cell, row: Math.max(-1, cell.row - 1) };
    case "ArrowDown":
      return ctrl ? row(lastRow) : { ...cell, row: Math.min(lastRow, cell.row + 1) };
    case "ArrowLeft":
      return col(ctrl ? 0 : cell.col - 1);
    case "ArrowRight":
      return col(ctrl ? lastCol : cell.col + 1);
    case "Home":
      return ctrl ? { row: Math.min(0, lastRow), col: 0 } : col(0);
    case "End":
      return ctrl ? { row: lastRow, col: lastCol } : col(lastCol);
    case "PageUp":
      return row(cell.row - bounds.screen);
    case "PageDown":
      return row(cell.row + bounds.screen);
    default:
      return undefined;
  }
}
