import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Returns the inner width, px, of the grid that contains the element `inToolbar`. Returns 0 before the first
 * measurement.
 */
export function useGridWidth(inToolbar: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const grid = inToolbar.current?.closest(".dg")?.querySelector("[role=grid]");
    if (!grid) return;
    const measure = () => setWidth(grid.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    return () => observer.disconnect();
  }, [inToolbar]);
  return width;
}
