import { type RefObject, useEffect, useState } from "react";
import type { Hit } from "../core/find.ts";
import type { GridProps } from "./props.ts";
import type { PaneHandle } from "./use-pane.ts";

/**
 * Returns the state of the search in the cells: whether its bar is open, and a function that shows a found cell. `base`
 * is the index of the page's first row.
 */
export function useFind<R>(
  { findable, source }: GridProps<R>,
  pane: RefObject<PaneHandle | null>,
  base: number,
) {
  const [finding, setFinding] = useState(false);
  const [hit, setHit] = useState<Hit>();
  // Runs after the effect that scrolls to the beginning of another page. The timer lets React end its rendering first.
  useEffect(() => {
    if (!hit) return;
    const timer = setTimeout(() => pane.current?.goTo(hit.row - base, hit.key, false));
    return () => clearTimeout(timer);
  }, [hit, base, pane]);
  return { finding, setFinding, setHit, isFindable: findable === true && "rows" in source };
}
