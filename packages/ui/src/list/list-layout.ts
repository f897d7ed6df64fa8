import { layoutKey } from "@shotkeeper/datagrid/core";

/** Returns the stored columns of a grid as text. Null: the user has not changed them. */
export function storedLayout(gridId: string): string | null {
  try {
    return localStorage.getItem(layoutKey(gridId));
  } catch {
    return null;
  }
}

/** Stores the columns of a grid. The grid reads them when it is mounted. Null: the default columns of the grid. */
export function storeLayout(gridId: string, layout: string | null): void {
  try {
    if (layout === null) localStorage.removeItem(layoutKey(gridId));
    else localStorage.setItem(layoutKey(gridId), layout);
  } catch {
    // Ignores the error if the browser forbids storage. Filters and sort of the saved view still apply.
  }
}
