import type { Condition, Fields } from "@shotkeeper/contract/kernel";
import type { GridFilter } from "@shotkeeper/datagrid/antd";
import { instantOf } from "@shotkeeper/datagrid/core";
import { daysBetween, wallDay } from "../time/index.ts";

/**
 * Converts the filters of a grid to conditions for the server. Times in a filter are in the tenant's zone, as the
 * cells show them. Times in a condition are instants.
 */
export function toConditions(filters: readonly GridFilter[], fields: Fields): Condition[] {
  return filters.flatMap((f): Condition[] => {
    const field = fields[f.field];
    // Ignores a filter whose field the query no longer has. Such a filter may come from an old link.
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
 * Converts 'YYYY-MM-DD[ HH:mm:ss]' in the tenant's zone to an instant. A day without a time becomes the start of the
 * day or, with `end`, the end of the day. With `end`, a time includes the whole second: "until 12:00:05" also finds
 * 12:00:05.5.
 */
function instant(text: string, end: boolean): string {
  if (text.length === 10) {
    const day = wallDay(text);
    return day ? daysBetween(day, day)[end ? 1 : 0] : text;
  }
  const at = /[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? Date.parse(text) : instantOf(text);
  if (Number.isNaN(at)) return text;
  return new Date(end ? Math.floor(at / 1000) * 1000 + 999 : at).toISOString();
}
