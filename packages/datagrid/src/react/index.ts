// What the entries of all skins export.
export { filtersFromParam, filtersToParam } from "../core/filter-param.ts";
export type { GridLocale, GridTexts } from "../core/texts.ts";
// A page in one language takes these, so that its bundler leaves out the other languages.
export { en as textsEn, gridTexts, zhCN as textsZhCN, zhTW as textsZhTW } from "../core/texts.ts";
export type {
  ArraySource,
  CellType,
  ChoiceOption,
  ColumnEdit,
  FilterValue,
  GridFilter,
  GridPage,
  GridQuery,
  GridRequest,
  GridSort,
  GridSource,
  Operator,
  PinSide,
} from "../core/types.ts";
export {
  ALL_ROWS,
  type GridColumn,
  type GridHandle,
  type MenuItem,
  PAGE_SIZES,
  type PageSize,
} from "./props.ts";
