import { serviceState } from "../mold/mold.entity.ts";

const known: readonly number[] = Object.values(serviceState.values);

/**
 * Normalizes a list of ids: unique, sorted, separated by commas, so that equal scopes have equal texts. Empty: null.
 */
export function listText(text: string | null): string | null {
  const ids = new Set((text ?? "").split(",").flatMap((id) => id.trim() || []));
  return ids.size === 0 ? null : [...ids].sort().join(",");
}

/** Returns the service states of a scope. Scrapped molds are included only if the scope names them. */
export function serviceStatesOf(text: string | null): readonly number[] {
  if (text === null) return known.filter((s) => s !== serviceState.values.scrapped);
  return text.split(",").map(Number);
}

export const areServiceStates = (text: string | null) =>
  serviceStatesOf(text).every((s) => known.includes(s));
