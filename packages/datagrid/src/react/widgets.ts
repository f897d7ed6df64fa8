import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

/** Elements of a cell that take the focus: links, buttons and fields. */
const FOCUSABLE = "a[href],button,input,select,textarea,summary,[tabindex],[contenteditable]";

const widgetsOf = (cell: Element): HTMLElement[] => [
  ...cell.querySelectorAll<HTMLElement>(`:is(${FOCUSABLE}):not(:disabled)`),
];

/** Takes the widgets of all cells out of the tab order. */
function leaveTabOrder(grid: Element | null): void {
  for (const widget of grid?.querySelectorAll<HTMLElement>(`.dg-rows .dg-cell :is(${FOCUSABLE})`) ?? [])
    if (widget.tabIndex >= 0) widget.tabIndex = -1;
}

/**
 * Keeps the grid one tab stop, as the ARIA grid pattern demands: widgets in cells leave the tab order. Enter or F2 in
 * the cell moves the focus to its first widget.
 */
export function useOneTabStop(grid: RefObject<HTMLElement | null>, hasWidgets: boolean): void {
  useLayoutEffect(() => {
    if (hasWidgets) leaveTabOrder(grid.current);
  });
}

/** Moves the focus from a cell to its first widget. Returns false if the element is no cell or has no widget. */
export function enterWidgets(cell: EventTarget): boolean {
  if (!(cell instanceof Element) || !cell.matches("[data-col]")) return false;
  const [first] = widgetsOf(cell);
  first?.focus({ preventScroll: true });
  return first !== undefined;
}

/**
 * Handles a key that was pressed in a widget of a cell. Escape returns to the cell, which is the result.
 * Tab moves to the next widget of the cell, and behind the last one out of the grid.
 */
export function leaveByKey(event: KeyboardEvent): HTMLElement | undefined {
  const widget = event.target instanceof HTMLElement ? event.target : undefined;
  const cell = widget?.closest<HTMLElement>("[data-col]");
  if (!widget || !cell) return undefined;
  // The key closes the open menu or list of the widget, and not more.
  if (widget.ariaExpanded === "true") return undefined;
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    return cell;
  }
  if (event.key !== "Tab") return undefined;
  // Widgets that a cell has drawn later, without a render of the grid, are still in the tab order.
  leaveTabOrder(cell.closest("[role=grid]"));
  const widgets = widgetsOf(cell);
  const next = widgets[widgets.indexOf(widget) + (event.shiftKey ? -1 : 1)];
  if (!next) return undefined;
  event.preventDefault();
  next.focus({ preventScroll: true });
  return undefined;
}

/** Called when Tab is pressed on a cell. The grid must then be left, although a cell may have drawn widgets later. */
export function beforeTab(event: KeyboardEvent): void {
  if (event.key === "Tab" && event.target instanceof Element)
    leaveTabOrder(event.target.closest("[role=grid]"));
}
