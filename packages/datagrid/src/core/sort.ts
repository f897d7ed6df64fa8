import { displayText, isBlank } from "./format.ts";
import { fieldOf, type GridColumn, type GridSort } from "./types.ts";

/**
 * Returns the sort after a click on a header. Each click switches the column to its next state: unsorted, ascending,
 * descending, unsorted. With `add`, the sort by other columns stays.
 */
export function toggleSort(sort: readonly GridSort[], field: string, add: boolean): readonly GridSort[] {
  const old = sort.find((s) => s.field === field);
  const next: GridSort | undefined =
    old === undefined
      ? { field, direction: "asc" }
      : old.direction === "asc"
        ? { field, direction: "desc" }
        : undefined;
  if (!add) return next ? [next] : [];
  if (!old) return next ? [...sort, next] : sort;
  return sort.flatMap((s) => (s.field === field ? (next ?? []) : s));
}

export function setSort(
  sort: readonly GridSort[],
  field: string,
  direction: GridSort["direction"] | undefined,
) {
  const rest = sort.filter((s) => s.field !== field);
  return direction ? [{ field, direction } satisfies GridSort, ...rest] : rest;
}

/**
 * Sorts row indices by the values of columns. The sort is stable, and blanks come last in both directions. Sorts
 * distinct texts once by the rules of the language, and gives each a rank. Then sorts the rows by rank, because numbers
 * compare much faster.
 */
export function sortIndices<R>(
  indices: Uint32Array,
  rows: (index: number) => R,
  columns: readonly GridColumn<R>[],
  sort: readonly GridSort[],
  locale?: string,
): Uint32Array {
  const keys = sort.flatMap(({ field, direction }) => {
    const column = columns.find((c) => c.key === field);
    return column
      ? [{ rank: ranksOf(indices, rows, column, locale), sign: direction === "asc" ? 1 : -1 }]
      : [];
  });
  if (keys.length === 0) return indices;
  const order = Uint32Array.from(indices, (_, at) => at);
  order.sort((a, b) => {
    for (const { rank, sign } of keys) {
      const x = rank[a] ?? Number.NaN;
      const y = rank[b] ?? Number.NaN;
      if (x === y) continue;
      if (Number.isNaN(x)) {
        if (Number.isNaN(y)) continue;
        return 1;
      }
      if (Number.isNaN(y)) return -1;
      return (x - y) * sign;
    }
    return a - b;
  });
  return order.map((at) => indices[at] ?? 0);
}

/** Returns one number for each row. Sorting by these numbers sorts the rows. Blank values get NaN. */
function ranksOf<R>(
  indices: Uint32Array,
  rows: (index: number) => R,
  column: GridColumn<R>,
  locale: string | undefined,
): Float64Array {
  const ranks = new Float64Array(indices.length);
  if (column.type === "number") {
    for (const [at, index] of indices.entries()) {
      const value = fieldOf(rows(index), column.key);
      ranks[at] = isBlank(value) ? Number.NaN : Number(value);
    }
    return ranks;
  }
  const texts: (string | undefined)[] = [];
  const distinct = new Set<string>();
  for (const index of indices) {
    const row = rows(index);
    const value = fieldOf(row, column.key);
    const text = isBlank(value) && !column.text ? undefined : displayText(column, value, row);
    texts.push(text === "" ? undefined : text);
    if (text) distinct.add(text);
  }
  const collator = new Intl.Collator(locale, { numeric: true });
  const rank = new Map([...distinct].sort(collator.compare).map((text, at) => [text, at]));
  for (const [at, text] of texts.entries()) {
    ranks[at] = text === undefined ? Number.NaN : (rank.get(text) ?? Number.NaN);
  }
  return ranks;
}
