import type { KeyboardEvent } from "react";

/** Returns true if the texts of the element run from right to left. */
export const isRtl = (element: Element): boolean => getComputedStyle(element).direction === "rtl";

/** Returns the key of an event. In a right-to-left grid, swaps the keys Left and Right. */
export function keyOf({ key, currentTarget }: KeyboardEvent): string {
  const isSideways = key === "ArrowLeft" || key === "ArrowRight";
  if (!isSideways || !isRtl(currentTarget)) return key;
  return key === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
}
