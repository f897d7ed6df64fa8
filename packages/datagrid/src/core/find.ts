import { displayText, isTrue } from "./format.ts";
import { inTimeSlices } from "./pause.ts";
import type { RowView } from "./row-view.ts";
import { fieldOf, type GridColumn } from "./types.ts";

/** A found cell: index of the row among all rows that match the filters, and key of the column. */
export interface Hit {
  readonly row: number;
  readonly key: string;
}

/** Number of found cells after which a search stops. The find bar then shows that there are more. */
export const FIND_LIMIT = 10_000;

/** Returns the text that the grid shows in a cell. The search looks for its text in this text. */
function shownText<R>(column: GridColumn<R>, row: R, flags: readonly [string, string]): string {
  const value = fieldOf(row, column.key);
  if (column.type === "flag" && !column.text) return flags[isTrue(value) ? 0 : 1];
  return displayText(column, value, row);
}

/**
 * Searches the given columns for all cells whose shown text contains the search text. The cells are in the order of
 * rows and columns. Upper and lower case do not matter. The search runs in short slices of time, so that the page stays
 * responsive.
 */
export async function findCells<R>(
  view: RowView<R>,
  columns: readonly GridColumn<R>[],
  text: string,
  flags: readonly [string, string],
  signal: AbortSignal,
): Promise<Hit[]> {
  const needle = text.trim().toLowerCase();
  const hits: Hit[] = [];
  if (needle === "") return hits;
  const indices = Array.from({ length: view.total ?? 0 }, (_, at) => at);
  const find = (index: number): void => {
    const row = view.get(index);
    if (row === undefined) return;
    for (const column of columns)
      if (shownText(column, row, flags).toLowerCase().includes(needle))
        hits.push({ row: index, key: column.key });
  };
  for await (const _ of inTimeSlices(indices, find)) {
    if (signal.aborted) return [];
    if (hits.length > FIND_LIMIT) break;
  }
  return hits.slice(0, FIND_LIMIT + 1);
}
