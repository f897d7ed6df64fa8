import { formatTime, isBlank, isTrue } from "./format.ts";
import { type FilterValue, fieldOf, type GridColumn, type GridFilter } from "./types.ts";

/**
 * Returns a function that tells whether a row passes a filter. A condition on a column that does not exist has no
 * effect. Such a condition may come from an old link.
 */
export function rowTest<R>(
  columns: readonly GridColumn<R>[],
  filter: GridFilter,
): (row: R | undefined) => boolean {
  if (filter.any) {
    const lists = filter.any.map((list) => list.map((condition) => rowTest(columns, condition)));
    return (row) => lists.some((tests) => tests.every((test) => test(row)));
  }
  const column = columns.find((c) => c.key === filter.field);
  if (!column) return () => true;
  const test = predicateOf(column, filter);
  return (row) => test(fieldOf(row, filter.field));
}

/**
 * Returns a function that tells whether a cell's value passes a filter, for rows in memory. A blank cell passes only
 * NEQ, except that a blank flag counts as false.
 */
export function predicateOf<R>(column: GridColumn<R>, filter: GridFilter): (value: unknown) => boolean {
  const { operator, value } = filter;
  if (operator === "IN") {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (column.type === "number") {
      const numbers = new Set(list.map(Number));
      return (cell) => !isBlank(cell) && numbers.has(Number(cell));
    }
    const set = new Set(list.map(String));
    return (cell) => set.has(String(cell));
  }
  if (operator === "LIKE") {
    const needle = String(value).toLowerCase();
    return (cell) => !isBlank(cell) && String(cell).toLowerCase().includes(needle);
  }
  if (column.type === "flag") {
    const wanted = isTrue(value);
    return (cell) => (isTrue(cell) === wanted) === (operator !== "NEQ");
  }
  const compare = comparer(column, value);
  switch (operator) {
    case "EQ":
      return (cell) => !isBlank(cell) && compare(cell) === 0;
    case "NEQ":
      return (cell) => isBlank(cell) || compare(cell) !== 0;
    case "GT":
      return (cell) => !isBlank(cell) && compare(cell) > 0;
    case "EGT":
      return (cell) => !isBlank(cell) && compare(cell) >= 0;
    case "LT":
      return (cell) => !isBlank(cell) && compare(cell) < 0;
    case "ELT":
      return (cell) => !isBlank(cell) && compare(cell) <= 0;
  }
}

/**
 * Returns a function that compares a cell with the given value. The function returns a negative number if the cell is
 * smaller, and NaN if cell and value cannot be compared.
 */
function comparer<R>(column: GridColumn<R>, value: FilterValue): (cell: unknown) => number {
  if (column.type === "number") return (cell) => Number(cell) - Number(value);
  const wanted = String(value);
  const order = (text: string): number => (text < wanted ? -1 : text > wanted ? 1 : 0);
  // Compares only as many characters of a date cell as the filter value has. So the filter "until the 5th" includes all
  // times of the 5th.
  if (column.type === "date") return (cell) => order(formatTime(cell).slice(0, wanted.length));
  if (column.type === "time") return (cell) => order(formatTime(cell));
  return (cell) => order(String(cell));
}
