import { type RefObject, useEffect, useState } from "react";
import type { Hit } from "../core/find.ts";
import { loadFindBar } from "./lazy-parts.ts";
import type { GridProps } from "./props.ts";
import type { PaneHandle } from "./use-pane.ts";

/**
 * Returns the state of the search in the cells: the component of its bar while the bar is open, functions that open and
 * close the bar, and a function that shows a found cell. `base` is the index of the page's first row among all rows.
 */
export function useFind<R>(
  { findable, source }: GridProps<R>,
  pane: RefObject<PaneHandle | null>,
  base: number,
) {
  // Opens the bar only when its code is loaded. A lazy component would suspend first, and keys that the user types
  // meanwhile would be lost.
  const [FindBar, setFindBar] = useState<typeof import("./find-bar.tsx").FindBar>();
  const openFind = (): void => void loadFindBar().then((bar) => setFindBar(() => bar));
  const closeFind = (): void => setFindBar(undefined);
  const [hit, setHit] = useState<Hit>();
  // Shows the found cell only in a timer, because the found cell may be on another page. The timer runs after React has
  // rendered that page and after an effect has scrolled the page to its start.
  useEffect(() => {
    if (!hit) return;
    const timer = setTimeout(() => pane.current?.goTo(hit.row - base, hit.key, false));
    return () => clearTimeout(timer);
  }, [hit, base, pane]);
  return { FindBar, openFind, closeFind, setHit, isFindable: findable === true && "rows" in source };
}
