import type { StructureTexts } from "../structure-texts.ts";
import type { Operator } from "../types.ts";

/** All texts of the grid in one language. */
export interface GridTexts {
  /** Language of the import dialog and of the template for imports. */
  locale: GridLocale;
  structure: StructureTexts;
  /** Title of the column with the row numbers. */
  sequence: string;
  /** Title of the column with the actions of a row. */
  actions: string;
  selectPage: string;
  selectRow: string;
  selected: (count: number) => string;
  clearSelection: string;
  close: string;
  /**
   * Message when the user tries to drag a column that cannot be moved: a fixed column, or a column that the grid adds.
   */
  fixedColumn: string;
  sortAscending: string;
  sortDescending: string;
  sortClear: string;
  /** Messages for screen readers about the order and the filters of the rows. */
  sortedBy: (columns: string) => string;
  unsorted: string;
  ascending: string;
  descending: string;
  filterCount: (count: number) => string;
  unfiltered: string;
  filter: (title: string) => string;
  /** Placeholder in the filter of a text column. */
  filterByEnter: string;
  /** Placeholder in the filter of a number column. */
  numberHint: string;
  apply: string;
  clear: string;
  clearFilters: string;
  removeFilter: (text: string) => string;
  /** Word between two alternatives of a filter. */
  or: string;
  addAlternative: string;
  alternativeColumn: string;
  removeAlternative: string;
  from: string;
  to: string;
  search: string;
  all: string;
  none: string;
  yes: string;
  no: string;
  any: string;
  operators: Readonly<Record<Operator | "BETWEEN", string>>;
  columns: string;
  pinLeft: string;
  pinRight: string;
  unpin: string;
  hide: string;
  show: string;
  autoSize: string;
  autoSizeAll: string;
  resetColumns: string;
  moveUp: string;
  moveDown: string;
  more: string;
  moveRow: string;
  /** Message when the user tries to drag a row while the grid is sorted. Dragging needs an unsorted grid. */
  sortedRows: string;
  /** Message when the user tries to drag a row while a filter hides other rows. */
  filteredRows: string;
  rowMoved: (place: number) => string;
  /** Message when the text that the user typed into a cell does not fit the column's type. */
  notAValue: string;
  notSaved: string;
  /** Message for screen readers when a cell was saved. */
  saved: string;
  exportXlsx: string;
  exportCsv: string;
  exportExcelCsv: string;
  importTemplate: string;
  importFile: string;
  exporting: (percent: number) => string;
  reload: string;
  cancel: string;
  copied: (rows: number) => string;
  copyTooLarge: (limit: number) => string;
  failed: string;
  retry: string;
  empty: string;
  emptyFiltered: string;
  total: string;
  rowCount: (count: number) => string;
  pageSize: (size: number) => string;
  pageSizeAll: string;
  pageSizeLabel: string;
  page: string;
  firstPage: string;
  lastPage: string;
  previousJump: string;
  previousPage: string;
  nextPage: string;
  nextJump: string;
  loading: string;
}

export type GridLocale = "zh_CN" | "zh_TW" | "en";

/** Returns a number with separators of thousands. */
export const count = (n: number): string => n.toLocaleString("en-US");
