import { type MouseEvent, startTransition } from "react";

/** Longest time between the two clicks of a double click, ms. This is the default of Windows and macOS. */
const doubleClickMs = 500;
const clickEvents = ["mousedown", "mouseup", "click", "dblclick"] as const;

/** Ignores the second click of a double click, which would hit the page or the drawer that the first click opens. */
function ignoreSecondClick(): void {
  const stop = (event: globalThis.MouseEvent) => {
    // Lets a first click pass. `detail` counts the clicks at one place in quick succession, so it is 2 for the second
    // click.
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of clickEvents) window.addEventListener(type, stop, true);
  setTimeout(() => {
    for (const type of clickEvents) window.removeEventListener(type, stop, true);
  }, doubleClickMs);
}

/**
 * Opens a row by a single click. The browser first paints the clicked row, and then draws the row's page, dialog or
 * drawer, because drawing takes up to 300 ms. A click with a modifier key selects cells only: Shift extends the
 * range, Ctrl selects one cell without opening its row.
 */
export function openByClick<R>(open: (row: R) => void): (row: R, event: MouseEvent) => void {
  return (row, event) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    ignoreSecondClick();
    requestAnimationFrame(() => setTimeout(() => startTransition(() => open(row))));
  };
}
