import type { GridLayout } from "../core/layout.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridSize } from "../core/types.ts";
import type { MenuItem } from "./props.ts";

/** Heights of rows and of the header by size, px. */
export const SIZES: Readonly<Record<GridSize, { readonly row: number; readonly head: number }>> = {
  mini: { row: 28, head: 30 },
  small: { row: 32, head: 34 },
  middle: { row: 40, head: 42 },
};

/** Returns the entries of the "more" menu that change the size of the rows. */
export function sizeItems(
  shown: GridSize,
  change: (make: (old: GridLayout) => GridLayout) => void,
  texts: GridTexts,
): MenuItem[] {
  return (["mini", "small", "middle"] as const).map((size) => ({
    key: `size ${size}`,
    label: texts.structure.sizes[size],
    disabled: size === shown,
    onClick: () => change((old) => ({ ...old, size })),
  }));
}
