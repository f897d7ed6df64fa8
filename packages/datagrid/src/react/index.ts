export type { Problem, RowOutcome, RowToSave } from "../core/edit-session.ts";
export { filtersFromParam, filtersToParam } from "../core/filter-param.ts";
export { type GroupOptions, groupRows } from "../core/group-rows.ts";
export type { GridLocale, GridTexts } from "../core/texts.ts";
export { gridTexts } from "../core/texts.ts";
export { type TreeOptions, treeRows } from "../core/tree-rows.ts";
export type * from "../core/types.ts";
export type { ImportSpec, ImportValues } from "../import/spec.ts";
export { DataGrid } from "./data-grid.tsx";
export type { TableEditing } from "./editing.ts";
export { Importing } from "./importing.tsx";
export {
  ALL_ROWS,
  type DataGridProps,
  type GridHandle,
  type MenuItem,
  PAGE_SIZES,
  type PageSize,
} from "./props.ts";
export { type TableEditingOptions, type TableEditingState, useTableEditing } from "./table-editing.tsx";
