import { type FilterDraft, fromDraft, toDraft } from "./filter-draft.ts";
import { filtersOf } from "./filters.ts";
import type { GridColumn, GridFilter } from "./types.ts";

/**
 * A condition that the user edits in a column's filter. A row passes if it meets at least one of these alternatives.
 */
export interface FilterAlternative<R> {
  readonly column: GridColumn<R>;
  readonly draft: FilterDraft;
}

/**
 * Returns one alternative of a column's filter: the condition "equal to `value`". By default the value is empty, so
 * that the user enters it.
 */
export function equalTo<R>(column: GridColumn<R>, value: string | number = ""): FilterAlternative<R> {
  return { column, draft: toDraft(column, [{ field: column.key, operator: "EQ", value }]) };
}

/** Returns the alternatives (conditions combined by OR) that a column's filter popover contains when it opens. */
export function toAlternatives<R>(
  column: GridColumn<R>,
  columns: readonly GridColumn<R>[],
  filters: readonly GridFilter[],
): readonly FilterAlternative<R>[] {
  const own = filtersOf(filters, column.key);
  const alternatives = own
    .find((f) => f.any)
    ?.any?.flatMap((list): FilterAlternative<R>[] => {
      const named = columns.find((c) => c.key === list[0]?.field);
      return named ? [{ column: named, draft: toDraft(named, list) }] : [];
    });
  if (alternatives && alternatives.length > 0) return alternatives;
  const [first] = own;
  if (first?.operator === "IN" && typeof first.value === "object" && isSingleValue(column)) {
    if (first.value.length > 0) return first.value.map((value) => equalTo(column, value));
  }
  return [{ column, draft: toDraft(column, filters) }];
}

/**
 * Converts alternatives to the filters of a column. If all alternatives are conditions "equal to" on the same
 * column, they become one condition IN, which every data source supports.
 */
export function fromAlternatives<R>(alternatives: readonly FilterAlternative<R>[]): readonly GridFilter[] {
  const lists = alternatives.map((a) => fromDraft(a.column, a.draft)).filter((list) => list.length > 0);
  const [first] = lists;
  const [condition] = first ?? [];
  if (!first || !condition || lists.length === 1) return first ?? [];
  const values = lists.flatMap((list) => {
    const { field, operator, value } = list[0] ?? condition;
    const isEqual =
      list.length === 1 && field === condition.field && (operator === "EQ" || operator === "IN");
    return isEqual && typeof value !== "boolean" ? value : undefined;
  });
  if (values.some((value) => value === undefined)) return [{ ...condition, any: lists }];
  const distinct = [...new Set(values as readonly (string | number)[])];
  return distinct.length === 1 && condition.operator === "EQ"
    ? first
    : [{ field: condition.field, operator: "IN", value: distinct }];
}

/**
 * Returns true for columns, such as texts and numbers, whose filter popover has an input for a single value. The
 * popover then shows each value of a condition IN as an alternative with its own input.
 */
const isSingleValue = <R>({ type }: GridColumn<R>): boolean =>
  type !== "choice" && type !== "flag" && type !== "date" && type !== "time";
