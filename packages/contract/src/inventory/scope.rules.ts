import { serviceState } from "../mold/mold.entity.ts";

const known: readonly number[] = Object.values(serviceState.values);

/**
 * Normalizes a comma-separated list of ids: sorts it and removes duplicates, so that equal scopes of stock-takes are
 * equal texts. Returns null for an empty list.
 */
export function listText(text: string | null): string | null {
  const ids = new Set((text ?? "").split(",").flatMap((id) => id.trim() || []));
  return ids.size === 0 ? null : [...ids].sort().join(",");
}

/** Returns the service states of the molds that a stock-take includes. Null stands for all states but scrapped. */
export function serviceStatesOf(text: string | null): readonly number[] {
  if (text === null) return known.filter((s) => s !== serviceState.values.scrapped);
  return text.split(",").map(Number);
}

export const areServiceStates = (text: string | null) =>
  serviceStatesOf(text).every((s) => known.includes(s));
