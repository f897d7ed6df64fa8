import { useCallback, useEffect, useRef, useState } from "react";
import {
  EMPTY_LAYOUT,
  type GridLayout,
  isEmptyLayout,
  layoutKey,
  parseLayout,
  stringifyLayout,
} from "../core/layout.ts";

/** The user's layout of one grid, kept in localStorage; a browser that refuses storage costs only the memory. */
export function useLayout(id: string) {
  const [layout, setLayout] = useState<GridLayout>(() => read(id));
  const written = useRef(layout);
  useEffect(() => {
    if (written.current === layout) return;
    const save = (): void => {
      written.current = layout;
      write(id, layout);
    };
    // Resizing changes the layout with every pixel; only the rest position is worth writing, or the last one.
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
      if (written.current !== layout) write(id, layout);
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
    // Storage full or forbidden: the layout lives until the page is left.
  }
}
