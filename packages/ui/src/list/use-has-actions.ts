import { useCallback, useRef, useState } from "react";
import type { AnyRow } from "../cells/columns.ts";

/**
 * Returns whether a list needs a column of actions, and a function that takes the loaded rows. Until rows are loaded,
 * a list with `actions` has the column. Afterwards, it has the column if at least one loaded row had an action.
 */
export function useHasActions(
  actions: ((row: AnyRow) => readonly unknown[]) | undefined,
): [boolean, (rows: readonly AnyRow[]) => void] {
  const [found, setFound] = useState<boolean>();
  const latest = useRef(actions);
  latest.current = actions;
  const note = useCallback((rows: readonly AnyRow[]) => {
    if (rows.length === 0) return;
    const hasAny = rows.some((row) => (latest.current?.(row).length ?? 0) > 0);
    setFound((before) => before === true || hasAny);
  }, []);
  return [actions !== undefined && found !== false, note];
}
