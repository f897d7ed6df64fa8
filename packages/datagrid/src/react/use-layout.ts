import { useCallback, useEffect, useRef, useState } from "react";
import {
  EMPTY_LAYOUT,
  type GridLayout,
  isEmptyLayout,
  layoutKey,
  parseLayout,
  stringifyLayout,
} from "../core/layout.ts";

/**
 * Returns the user's column layout of a grid. The layout is stored in localStorage. If storage is forbidden, the layout
 * lasts until the page is left.
 */
export function useLayout(id: string) {
  const [layout, setLayout] = useState<GridLayout>(() => read(id));
  const saved = useRef(layout);
  useEffect(() => {
    if (saved.current === layout) return;
    const save = (): void => {
      saved.current = layout;
      write(id, layout);
    };
    // Saves the layout only when it has not changed for 250 ms, because resizing a column changes the layout with every
    // pixel.
    const timer = setTimeout(save, 250);
    window.addEventListener("pagehide", save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", save);
    };
  }, [id, layout]);
  const latest = useRef({ id, layout });
  latest.current = { id, layout };
  useEffect(
    () => () => {
      const { id, layout } = latest.current;
      if (saved.current !== layout) write(id, layout);
    },
    [],
  );
  const change = useCallback((make: (old: GridLayout) => GridLayout) => setLayout(make), []);
  const reset = useCallback(() => setLayout(EMPTY_LAYOUT), []);
  return { layout, change, reset };
}

function read(id: string): GridLayout {
  try {
    return parseLayout(localStorage.getItem(layoutKey(id)));
  } catch {
    return EMPTY_LAYOUT;
  }
}

function write(id: string, layout: GridLayout): void {
  try {
    if (isEmptyLayout(layout)) localStorage.removeItem(layoutKey(id));
    else localStorage.setItem(layoutKey(id), stringifyLayout(layout));
  } catch {
    // Ignores the error: the browser's storage is full or forbidden. The layout then lasts only until the page is
    // left.
  }
}
