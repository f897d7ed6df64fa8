import { type RefObject, useLayoutEffect, useState } from "react";

/** Inner width of the grid in whose toolbar the element stands, px; 0 before it is known. */
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
