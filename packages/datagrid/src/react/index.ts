// Exports that the entry points of all skins share.
export type { Problem, RowOutcome, RowToSave } from "../core/edit-session.ts";
export { filtersFromParam, filtersToParam } from "../core/filter-param.ts";
export { type GroupOptions, groupRows } from "../core/group-rows.ts";
export type { GridLocale, GridTexts } from "../core/texts.ts";
// Exports each language separately. If a page imports only one language, the bundler leaves out the others.
export { en as textsEn, gridTexts, zhCN as textsZhCN, zhTW as textsZhTW } from "../core/texts.ts";
export { type TreeOptions, treeRows } from "../core/tree-rows.ts";
export type {
  Aggregate,
  ArraySource,
  CellEditorProps,
  CellType,
  ChoiceOption,
  ColumnEdit,
  FilterPanelProps,
  FilterValue,
  GridFilter,
  GridPage,
  GridQuery,
  GridRequest,
  GridSize,
  GridSort,
  GridSource,
  Operator,
  PinSide,
  Structure,
} from "../core/types.ts";
export type { TableEditing } from "./editing.ts";
export {
  ALL_ROWS,
  type GridColumn,
  type GridHandle,
  type MenuItem,
  PAGE_SIZES,
  type PageSize,
} from "./props.ts";
export { rowCards } from "./row-cards.tsx";
export { type TableEditingOptions, type TableEditingState, useTableEditing } from "./table-editing.tsx";
