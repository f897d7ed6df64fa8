import type { Condition, Fields } from "@shotkeeper/contract/kernel";
import type { GridFilter } from "@shotkeeper/datagrid";

/**
 * Converts the filters of a grid to conditions for the server. Filters contain local times of the user's time zone,
 * as the cells show them. The server expects instants.
 */
export function toConditions(filters: readonly GridFilter[], fields: Fields): Condition[] {
  return filters.flatMap((f): Condition[] => {
    const field = fields[f.field];
    // A filter from an old link may name a field that the query no longer has. Such a filter is ignored.
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

/**
 * Converts 'YYYY-MM-DD[ HH:mm:ss]' in the user's time zone to an instant. A day without a time becomes its start or,
 * with `end`, its end.
 */
function instant(text: string, end: boolean): string {
  const day = text.length === 10;
  const date = new Date(day ? `${text}T${end ? "23:59:59.999" : "00:00:00"}` : text.replace(" ", "T"));
  if (Number.isNaN(date.getTime())) return text;
  // The end includes the whole second: a range to 12:00:05 also contains 12:00:05.5.
  if (end && !day) date.setMilliseconds(999);
  return date.toISOString();
}
