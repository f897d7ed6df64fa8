import type { PlacedColumn } from "../core/columns.ts";
import { MIN_WIDTH } from "../core/layout.ts";
import { clamp } from "../core/scroller.ts";

/** Returns the width in px at which the header and all rendered cells of a column fit, at most 480. */
function contentWidth(grid: HTMLElement, col: number): number {
  const range = document.createRange();
  let width = 0;
  for (const cell of grid.querySelectorAll<HTMLElement>(`[data-col="${col}"]`)) {
    const style = getComputedStyle(cell);
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    const label = cell.querySelector(".dg-title");
    range.selectNodeContents(label ?? cell);
    // Adds 40 px for the sort mark and the filter button of the header.
    width = Math.max(width, range.getBoundingClientRect().width + padding + (label ? 40 : 2));
  }
  return clamp(Math.ceil(width), MIN_WIDTH, 480);
}

/** Returns the content widths in px of those columns of the list that are rendered, by key. */
export function fitWidths<R>(
  grid: HTMLElement,
  list: readonly PlacedColumn<R>[],
): Readonly<Record<string, number>> {
  const rendered = list.filter((c) => c.kind === "data" && grid.querySelector(`[data-col="${c.index}"]`));
  return Object.fromEntries(rendered.map((c) => [c.key, contentWidth(grid, c.index)]));
}
