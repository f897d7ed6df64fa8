import { serviceState } from "../mold/mold.entity.ts";

const known: readonly number[] = Object.values(serviceState.values);

/** Ids with commas between, each once and in order: the same scope is written the same way. Nothing: null. */
export function listText(text: string | null): string | null {
  const ids = new Set((text ?? "").split(",").flatMap((id) => id.trim() || []));
  return ids.size === 0 ? null : [...ids].sort().join(",");
}

/** The states of molds that a scope names; scrapped ones are counted only where they are named. */
export function serviceStatesOf(text: string | null): readonly number[] {
  if (text === null) return known.filter((s) => s !== serviceState.values.scrapped);
  return text.split(",").map(Number);
}

export const areServiceStates = (text: string | null) =>
  serviceStatesOf(text).every((s) => known.includes(s));
