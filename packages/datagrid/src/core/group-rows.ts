import { displayText, isBlank } from "./format.ts";
import { StructuredView } from "./structure.ts";
import {
  type Aggregate,
  fieldOf,
  type GridColumn,
  type Structure,
  type StructureInput,
  type StructureNode,
} from "./types.ts";

export interface GroupOptions {
  /** Keys of the columns by which the rows are grouped, the outermost first. */
  readonly by: readonly string[];
  /** True: all groups are open at first. Default: false. */
  readonly isOpen?: boolean | undefined;
}

/**
 * Groups the rows of an array: `source={{ rows, structure: groupRows({ by: ["state"] }) }}`. The header of a group
 * shows the number of its rows and the aggregates of the columns with `aggregate`. Pass the same structure in each
 * render, because a new structure makes the grid arrange all rows again.
 */
export function groupRows<R>({ by, isOpen = false }: GroupOptions): Structure<R> {
  return {
    isOpen,
    View: StructuredView<R>,
    arrange(input) {
      const columns = by.flatMap((key) => input.columns.find((c) => c.key === key) ?? []);
      const all = new Uint32Array(input.count);
      for (let at = 0; at < all.length; at++) all[at] = at;
      return columns.length === 0 ? all : groupsOf(input, all, columns, "");
    },
  };
}

function groupsOf<R>(
  input: StructureInput<R>,
  rows: Uint32Array,
  [column, ...inner]: readonly GridColumn<R>[],
  path: string,
): StructureNode[] {
  if (!column) return [];
  // Caches the text of each distinct value, so that each value is formatted only once.
  const textOf = new Map<unknown, string>();
  const members = new Map<string, number[]>();
  // Numbers of the groups of a number column. The titles of these groups cannot be compared: 1,200 is not below 300.
  const numbers = new Map<string, number>();
  for (const at of rows) {
    const row = input.row(at);
    const value = fieldOf(row, column.key);
    let text = column.text ? displayText(column, value, row) : textOf.get(value);
    if (text === undefined) {
      text = displayText(column, value, row);
      textOf.set(value, text);
    }
    const list = members.get(text);
    if (list) list.push(at);
    else members.set(text, [at]);
    if (!list && column.type === "number") numbers.set(text, Number(value));
  }
  const sort = input.query.sort.find((s) => s.field === column.key);
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const sign = sort?.direction === "desc" ? -1 : 1;
  const order = (a: string, b: string): number => {
    const difference = (numbers.get(a) ?? Number.NaN) - (numbers.get(b) ?? Number.NaN);
    return Number.isNaN(difference) ? compare(a, b) : difference;
  };
  const titles = [...members.keys()].sort((a, b) =>
    a === "" || b === "" ? (a === "" ? 1 : 0) - (b === "" ? 1 : 0) : order(a, b) * sign,
  );
  return titles.map((title): StructureNode => {
    const own = new Uint32Array(members.get(title) ?? []);
    const key = `${path}/${JSON.stringify(title)}`;
    return {
      key,
      group: { kind: "group", title, field: column.key, count: own.length, values: valuesOf(input, own) },
      children: inner.length > 0 ? groupsOf(input, own, inner, key) : own,
    };
  });
}

function valuesOf<R>(input: StructureInput<R>, rows: Uint32Array): Record<string, number | undefined> {
  return Object.fromEntries(
    input.columns.flatMap(({ key, aggregate }) =>
      aggregate ? [[key, aggregateOf(aggregate, rows, (at) => fieldOf(input.row(at), key))]] : [],
    ),
  );
}

/**
 * Aggregates the values of rows. Ignores blank values. All kinds except `count` also ignore texts that are not numbers.
 * Returns undefined if no number is left; `count` returns 0 then.
 */
export function aggregateOf(
  kind: Aggregate,
  rows: Iterable<number>,
  valueAt: (row: number) => unknown,
): number | undefined {
  let [count, sum] = [0, 0];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    const value = valueAt(row);
    if (isBlank(value)) continue;
    if (kind === "count") {
      count++;
      continue;
    }
    const number = Number(value);
    if (Number.isNaN(number)) continue;
    count++;
    sum += number;
    if (number < min) min = number;
    if (number > max) max = number;
  }
  if (kind === "count") return count;
  if (count === 0) return undefined;
  switch (kind) {
    case "sum":
      return sum;
    case "min":
      return min;
    case "max":
      return max;
    case "average":
      return sum / count;
  }
}
