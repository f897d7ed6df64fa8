import type { AnyRow } from "../cells/columns.ts";

/**
 * Moves a row of an ordered list and numbers the rows from 1. Returns the rows whose number changes, with their new
 * number in `field`.
 */
export function renumbered(rows: readonly AnyRow[], from: number, to: number, field: string): AnyRow[] {
  const moved = [...rows];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved.flatMap((row, at) => (row[field] === at + 1 ? [] : [{ ...row, [field]: at + 1 }]));
}
