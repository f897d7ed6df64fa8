/** Selected rows by row key. Includes rows of other pages. */
export type Selection<R> = ReadonlyMap<string, R>;

export function setSelected<R>(
  selection: Selection<R>,
  rows: readonly R[],
  rowKey: (row: R) => string,
  selected: boolean,
): Selection<R> {
  const next = new Map(selection);
  for (const row of rows) {
    if (selected) next.set(rowKey(row), row);
    else next.delete(rowKey(row));
  }
  return next;
}

/** Returns the state of the checkbox in the header: whether none, some or all rows of the page are selected. */
export function selectionState(
  selection: ReadonlyMap<string, unknown>,
  keys: readonly string[],
): "none" | "some" | "all" {
  const count = keys.reduce((sum, key) => sum + (selection.has(key) ? 1 : 0), 0);
  return count === 0 ? "none" : count === keys.length ? "all" : "some";
}
