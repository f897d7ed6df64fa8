import type { RowView } from "./row-view.ts";

/** Returns rows of a row view (row-view.ts). Loads missing rows without showing them in the grid. */
export async function fetchRows<R>(view: RowView<R>, offset: number, count: number): Promise<R[]> {
  const signal = new AbortController().signal;
  const rows: R[] = [];
  while (rows.length < count) {
    const page = await view.page(offset + rows.length, Math.min(1000, count - rows.length), signal);
    if (page.rows.length === 0) break;
    rows.push(...page.rows);
  }
  return rows;
}

/** Returns rows of a row view (row-view.ts). Returns undefined if one of these rows is not loaded. */
export function loadedRows<R>(view: RowView<R>, offset: number, count: number): R[] | undefined {
  const rows: R[] = [];
  for (let at = offset; at < offset + count; at++) {
    const row = view.get(at);
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return rows;
}
