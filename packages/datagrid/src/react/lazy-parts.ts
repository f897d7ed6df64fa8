import { lazy } from "react";

const loadFloating = () => import("./floating.tsx");
const loadEditor = () => import("./cell-editor.tsx");

/** Popovers and menus. */
export const Floating = lazy(async () => ({
  default: (await loadFloating()).Floating,
})) as typeof import("./floating.tsx").Floating;

/** Editor of a cell. */
export const CellEditor = lazy(async () => ({
  default: (await loadEditor()).CellEditor,
})) as typeof import("./cell-editor.tsx").CellEditor;

/** Search in the cells. It is loaded when the user opens it for the first time. */
export const FindBar = lazy(async () => ({
  default: (await import("./find-bar.tsx")).FindBar,
})) as typeof import("./find-bar.tsx").FindBar;

/** Loads the parts that the user probably opens next. The grid calls it after it has shown the first rows. */
export function loadParts(isEditable: boolean): void {
  // Ignores an error, because the part is loaded again when the user opens it.
  loadFloating().catch(() => {});
  if (isEditable) loadEditor().catch(() => {});
}
