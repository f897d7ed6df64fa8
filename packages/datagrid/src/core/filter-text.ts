import { formatTime, isTrue, optionLabel } from "./format.ts";
import type { GridTexts } from "./texts.ts";
import type { FilterValue, GridColumn, GridFilter, Operator } from "./types.ts";

/** Operators that are displayed as a sign. All other operators are displayed as words. */
const SIGN: Partial<Record<Operator, string>> = { EQ: "=", NEQ: "≠", GT: ">", EGT: "≥", LT: "<", ELT: "≤" };

/**
 * Describes a filter in words, for example 'Weight ≥ 12 g or State: Idle'. If a condition is a list of values, names at
 * most three of them.
 * @param columns columns whose titles may occur in the text, if the filter has alternatives ("or") on several columns
 */
export function filterText<R>(
  column: GridColumn<R>,
  filter: GridFilter,
  texts: GridTexts,
  columns: readonly GridColumn<R>[] = [column],
): string {
  const { value, operator } = filter;
  if (filter.any) {
    const text = (condition: GridFilter): string => {
      const named = columns.find((c) => c.key === condition.field);
      return named ? filterText(named, condition, texts) : condition.field;
    };
    return filter.any.map((list) => list.map(text).join(", ")).join(` ${texts.or} `);
  }
  if (operator === "IN" && typeof value === "object") {
    const labels = value.slice(0, 3).map((v) => optionLabel(column, v));
    return `${column.title}: ${labels.join(", ")}${value.length > 3 ? ` +${value.length - 3}` : ""}`;
  }
  const unit = column.unit ? ` ${column.unit}` : "";
  return `${column.title} ${SIGN[operator] ?? texts.operators[operator]} ${one(column, value, texts)}${unit}`;
}

function one<R>(column: GridColumn<R>, value: FilterValue, texts: GridTexts): string {
  if (column.type === "flag") return isTrue(value) ? texts.yes : texts.no;
  if (column.type === "time" && typeof value === "string" && value.length > 10) return formatTime(value);
  return typeof value === "object" ? value.join(", ") : optionLabel(column, value);
}
