import { onDemand } from "./on-demand.tsx";

const loadFloating = () => import("./floating.tsx");
const loadEditor = () => import("./cell-editor.tsx");

/** Component with the popovers and menus, loaded on demand. */
export const Floating = onDemand(
  async () => (await loadFloating()).Floating,
) as typeof import("./floating.tsx").Floating;

/** Component that edits a cell, loaded on demand. */
export const CellEditor = onDemand(
  async () => (await loadEditor()).CellEditor,
) as typeof import("./cell-editor.tsx").CellEditor;

/** Component with the totals below the rows, loaded on demand. */
export const GridFooter = onDemand(
  async () => (await import("./grid-footer.tsx")).GridFooter,
) as typeof import("./grid-footer.tsx").GridFooter;

/** Returns the component of the search in the cells. */
export const loadFindBar = async () => (await import("./find-bar.tsx")).FindBar;

/**
 * Loads the code of the menus, the cell editor and the search bar, because the user will probably open them next. The
 * grid calls this function after it has shown the first rows.
 */
export function loadParts(isEditable: boolean, isFindable: boolean): void {
  const parts = [loadFloating, ...(isEditable ? [loadEditor] : []), ...(isFindable ? [loadFindBar] : [])];
  // Ignores an error, because the part is loaded again when the user opens it.
  for (const load of parts) load().catch(() => {});
}
