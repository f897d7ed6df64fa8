import type { GridSize, PinSide } from "./types.ts";

/** Changes that the user has made to a grid's columns. Stored as JSON in localStorage under `grid:<id>`. */
export interface GridLayout {
  /** Keys of the columns in the user's order. Empty if the user has not changed the order. */
  order: readonly string[];
  /** Widths that the user has set, px, by column key. */
  width: Readonly<Record<string, number>>;
  /** Pinned sides that the user has changed, by column key. "none" means unpinned. */
  pin: Readonly<Record<string, PinSide | "none">>;
  /** Visibility that the user has changed, by column key. True means hidden. */
  hidden: Readonly<Record<string, boolean>>;
  /** Size of the rows that the user has chosen. */
  size?: GridSize | undefined;
}

export const EMPTY_LAYOUT: GridLayout = { order: [], width: {}, pin: {}, hidden: {} };

export const MIN_WIDTH = 48;
export const MAX_WIDTH = 1200;

export const layoutKey = (id: string): string => `grid:${id}`;

/** Parses a stored layout. Leaves out invalid parts and never throws. */
export function parseLayout(json: string | null): GridLayout {
  if (json === null) return EMPTY_LAYOUT;
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return EMPTY_LAYOUT;
  }
  if (!isRecord(raw)) return EMPTY_LAYOUT;
  const order = Array.isArray(raw.order) ? raw.order.filter((k): k is string => typeof k === "string") : [];
  return {
    order: [...new Set(order)],
    width: pick(raw.width, isWidth),
    pin: pick(raw.pin, isPin),
    hidden: pick(raw.hidden, (v): v is boolean => typeof v === "boolean"),
    ...(isSize(raw.size) ? { size: raw.size } : {}),
  };
}

export function stringifyLayout(layout: GridLayout): string {
  return JSON.stringify(layout);
}

export function isEmptyLayout(layout: GridLayout): boolean {
  return (
    layout.order.length === 0 &&
    layout.size === undefined &&
    [layout.width, layout.pin, layout.hidden].every((o) => Object.keys(o).length === 0)
  );
}

/**
 * Applies a stored order to the declared columns. Leaves out columns that no longer exist. Places a new column after
 * its left neighbour in the declaration.
 */
export function mergeOrder(declared: readonly string[], stored: readonly string[]): string[] {
  const known = new Set(declared);
  const result = stored.filter((key, at) => known.has(key) && stored.indexOf(key) === at);
  const placed = new Set(result);
  for (const [at, key] of declared.entries()) {
    if (placed.has(key)) continue;
    const left = at > 0 ? declared[at - 1] : undefined;
    result.splice(left === undefined ? 0 : result.indexOf(left) + 1, 0, key);
    placed.add(key);
  }
  return result;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWidth(value: unknown): value is number {
  return typeof value === "number" && value >= MIN_WIDTH && value <= MAX_WIDTH;
}

function isSize(value: unknown): value is GridSize {
  return value === "mini" || value === "small" || value === "middle";
}

function isPin(value: unknown): value is PinSide | "none" {
  return value === "left" || value === "right" || value === "none";
}

function pick<T>(raw: unknown, test: (value: unknown) => value is T): Record<string, T> {
  const result: Record<string, T> = {};
  if (!isRecord(raw)) return result;
  for (const [key, value] of Object.entries(raw)) if (test(value) && key !== "__proto__") result[key] = value;
  return result;
}
