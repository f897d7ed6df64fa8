import type { Condition, SortKey } from "@shotkeeper/contract/kernel";

type AnyRow = Readonly<Record<string, unknown>>;

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [x, y] = [String(a ?? ""), String(b ?? "")];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Returns whether a row meets a condition, as the server would decide. */
function meets(row: AnyRow, { field, operator, value }: Condition): boolean {
  const own = row[field];
  if (operator === "IN") return Array.isArray(value) && value.includes(own);
  if (operator === "LIKE")
    return String(own ?? "")
      .toLowerCase()
      .includes(String(value).toLowerCase());
  const order = compare(own, value);
  if (operator === "EQ") return order === 0;
  if (operator === "NEQ") return order !== 0;
  if (operator === "GT") return order > 0;
  if (operator === "EGT") return order >= 0;
  return operator === "LT" ? order < 0 : order <= 0;
}

const valuesOf = ({ value }: Condition): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Returns whether stored rows contain all rows of a request: each row that meets `asked` also meets `stored`. */
export function isWithin(asked: readonly Condition[], stored: readonly Condition[]): boolean {
  const isSet = ({ operator }: Condition) => operator === "EQ" || operator === "IN";
  return stored.every((s) =>
    asked.some(
      (a) =>
        a.field === s.field &&
        ((isSet(a) && isSet(s) && valuesOf(a).every((v) => valuesOf(s).includes(v))) ||
          (a.operator === s.operator && JSON.stringify(a.value) === JSON.stringify(s.value))),
    ),
  );
}

function sortRows<R extends AnyRow>(rows: readonly R[], keys: readonly SortKey[]): R[] {
  return [...rows].sort((a, b) => {
    for (const { field, direction } of keys) {
      const order = compare(a[field], b[field]);
      if (order !== 0) return direction === "desc" ? -order : order;
    }
    return 0;
  });
}

interface Asked {
  readonly where?: readonly Condition[];
  readonly sort?: readonly SortKey[];
  readonly page?: number;
  readonly limit?: number;
}

/** Filters, sorts and pages rows in memory, as the server does with the rows of a query. */
export function selectRows<R extends AnyRow>(rows: readonly R[], r: Asked) {
  const found = sortRows(
    rows.filter((row) => (r.where ?? []).every((c) => meets(row, c))),
    r.sort ?? [],
  );
  const limit = r.limit ?? found.length;
  const first = ((r.page ?? 1) - 1) * limit;
  return { rows: found.slice(first, first + limit), total: found.length };
}
