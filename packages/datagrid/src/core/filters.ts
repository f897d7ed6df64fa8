import type { GridFilter } from "./types.ts";

/** Returns the filters of a column. */
export function filtersOf(filters: readonly GridFilter[], field: string): readonly GridFilter[] {
  return filters.filter((f) => f.field === field);
}

/** Replaces the conditions of one field. The new conditions take the position of the old ones in the list. */
export function withFilters(
  filters: readonly GridFilter[],
  field: string,
  conditions: readonly GridFilter[],
): readonly GridFilter[] {
  const at = filters.findIndex((f) => f.field === field);
  const rest = filters.filter((f) => f.field !== field);
  return at < 0 ? [...rest, ...conditions] : [...rest.slice(0, at), ...conditions, ...rest.slice(at)];
}
