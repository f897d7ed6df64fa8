import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

/** Elements of a cell that take the focus: links, buttons and fields. */
const FOCUSABLE = "a[href],button,input,select,textarea,summary,[tabindex],[contenteditable]";

const widgetsOf = (cell: Element): HTMLElement[] => [
  ...cell.querySelectorAll<HTMLElement>(`:is(${FOCUSABLE}):not(:disabled)`),
];

/** Removes the widgets (links, buttons, fields) of all cells from the tab order. */
function leaveTabOrder(grid: Element | null): void {
  for (const widget of grid?.querySelectorAll<HTMLElement>(`.dg-rows .dg-cell :is(${FOCUSABLE})`) ?? [])
    if (widget.tabIndex >= 0) widget.tabIndex = -1;
}

/**
 * Makes the grid a single tab stop, as the ARIA grid pattern demands. Removes widgets in cells from the tab order.
 * Enter or F2 in the cell moves the focus to its first widget.
 */
export function useOneTabStop(grid: RefObject<HTMLElement | null>, hasWidgets: boolean): void {
  useLayoutEffect(() => {
    if (hasWidgets) leaveTabOrder(grid.current);
  });
}

/** Moves the focus from a cell to its first widget. Returns false if the element is not a cell or has no widget. */
export function enterWidgets(cell: EventTarget): boolean {
  if (!(cell instanceof Element) || !cell.matches("[data-col]")) return false;
  const [first] = widgetsOf(cell);
  first?.focus({ preventScroll: true });
  return first !== undefined;
}

/**
 * Handles a key that was pressed in a widget of a cell. For Escape, returns the cell, which then gets the focus. Tab
 * moves the focus to the next widget of the cell, or from the last widget out of the grid.
 */
export function leaveByKey(event: KeyboardEvent): HTMLElement | undefined {
  const widget = event.target instanceof HTMLElement ? event.target : undefined;
  const cell = widget?.closest<HTMLElement>("[data-col]");
  if (!widget || !cell) return undefined;
  // Ignores the key if the widget has an open menu or list, because the key then only closes this menu or list.
  if (widget.ariaExpanded === "true") return undefined;
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    return cell;
  }
  if (event.key !== "Tab") return undefined;
  // Removes widgets from the tab order again, because a cell may have drawn new widgets without a render of the grid.
  leaveTabOrder(cell.closest("[role=grid]"));
  const widgets = widgetsOf(cell);
  const next = widgets[widgets.indexOf(widget) + (event.shiftKey ? -1 : 1)];
  if (!next) return undefined;
  event.preventDefault();
  next.focus({ preventScroll: true });
  return undefined;
}

/**
 * If the key is Tab, removes the widgets of all cells from the tab order again, so that Tab leaves the grid. A cell may
 * have drawn new widgets since the last render of the grid.
 */
export function beforeTab(event: KeyboardEvent): void {
  if (event.key === "Tab" && event.target instanceof Element)
    leaveTabOrder(event.target.closest("[role=grid]"));
}
