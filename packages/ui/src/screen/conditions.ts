import type { Condition, Fields } from "@shotkeeper/contract/kernel";
import type { GridFilter } from "@shotkeeper/datagrid";

/**
 * A grid's filters as conditions of the contract. The grid speaks of days and times as they are on the user's
 * clock; the server gets instants, so that a filter means what the user sees in the cell.
 */
export function toConditions(filters: readonly GridFilter[], fields: Fields): Condition[] {
  return filters.flatMap((f): Condition[] => {
    const field = fields[f.field];
    // A filter from an old address may name what the query no longer has.
    if (!field) return [];
    if (field.type !== "time" || typeof f.value !== "string") return [f];
    if (f.operator === "EQ" && f.value.length === 10)
      return [
        { field: f.field, operator: "EGT", value: instant(f.value, false) },
        { field: f.field, operator: "ELT", value: instant(f.value, true) },
      ];
    return [{ ...f, value: instant(f.value, f.operator === "ELT" || f.operator === "GT") }];
  });
}

/** 'YYYY-MM-DD[ HH:mm:ss]' of the user's clock; a day alone is its beginning or its end. */
function instant(text: string, end: boolean): string {
  const day = text.length === 10;
  const date = new Date(day ? `${text}T${end ? "23:59:59.999" : "00:00:00"}` : text.replace(" ", "T"));
  if (Number.isNaN(date.getTime())) return text;
  // The last second of a span counts whole.
  if (end && !day) date.setMilliseconds(999);
  return date.toISOString();
}
