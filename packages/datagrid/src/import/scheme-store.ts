import type { ImportScheme } from "../sheet/mapping.ts";

const keyOf = (id: string): string => `grid-import:${id}`;

/**
 * Returns the mapping of columns that the user saved for imports into this grid. Returns undefined if no mapping is
 * saved or if the browser forbids storage.
 */
export function readScheme(id: string): ImportScheme | undefined {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? "null");
    if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return undefined;
    const known = Object.entries(raw).filter(([, key]) => typeof key === "string" || key === null);
    return Object.fromEntries(known) as ImportScheme;
  } catch {
    return undefined;
  }
}

export function writeScheme(id: string, scheme: ImportScheme | undefined): void {
  try {
    if (scheme) localStorage.setItem(keyOf(id), JSON.stringify(scheme));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // Ignores the error: the browser's storage is full or forbidden. The user must then map the columns again at the
    // next import.
  }
}
