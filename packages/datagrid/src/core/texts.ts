import { type StructureTexts, structureEn, structureZhCN, structureZhTW } from "./structure-texts.ts";
import type { Operator } from "./types.ts";

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
   * Message when the user tries to drag a column that cannot be moved: a fixed column or a column of the grid itself.
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
  /** Message when the user tries to drag a row while the grid is sorted, which is not possible. */
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
  previousJump: string;
  previousPage: string;
  nextPage: string;
  nextJump: string;
  loading: string;
}

export type GridLocale = "zh_CN" | "zh_TW" | "en";

const count = (n: number): string => n.toLocaleString("en-US");

export const zhCN: GridTexts = {
  locale: "zh_CN",
  structure: structureZhCN,
  sequence: "序号",
  actions: "操作",
  selectPage: "选择本页",
  selectRow: "选择此行",
  selected: (n) => `已选 ${count(n)} 条`,
  clearSelection: "清除选择",
  close: "关闭",
  fixedColumn: "固定列不允许拖动！",
  sortAscending: "升序",
  sortDescending: "降序",
  sortClear: "取消排序",
  sortedBy: (columns) => `排序：${columns}`,
  unsorted: "已取消排序",
  ascending: "升序",
  descending: "降序",
  filterCount: (n) => `筛选条件：${count(n)}`,
  unfiltered: "已清除筛选",
  filter: (title) => `筛选 ${title}`,
  filterByEnter: "按回车进行筛选",
  numberHint: "如 12、>=10、10..20",
  apply: "筛选",
  clear: "清除",
  clearFilters: "清除全部",
  removeFilter: (text) => `移除筛选 ${text}`,
  from: "从",
  to: "至",
  search: "查找",
  all: "全选",
  none: "全不选",
  yes: "是",
  no: "否",
  any: "不限",
  operators: {
    LIKE: "包含",
    EQ: "等于",
    NEQ: "不等于",
    IN: "属于",
    GT: "大于",
    EGT: "不小于",
    LT: "小于",
    ELT: "不大于",
    BETWEEN: "介于",
  },
  columns: "列设置",
  pinLeft: "固定在左侧",
  pinRight: "固定在右侧",
  unpin: "取消固定",
  hide: "隐藏此列",
  show: "显示",
  autoSize: "自适应列宽",
  autoSizeAll: "全部自适应列宽",
  resetColumns: "恢复默认",
  moveUp: "上移",
  moveDown: "下移",
  more: "更多",
  moveRow: "拖动此行",
  sortedRows: "已按列排序，取消排序后才能拖动行",
  filteredRows: "清除筛选后才能拖动行",
  rowMoved: (place) => `已移到第 ${count(place)} 行`,
  notAValue: "输入的内容不符合该列的类型",
  notSaved: "保存失败，已恢复原值",
  saved: "已保存",
  exportXlsx: "导出 Excel",
  importTemplate: "下载导入模板",
  importFile: "Excel 导入",
  exportCsv: "导出 CSV",
  exportExcelCsv: "导出 CSV（Excel 用，保留 007 和长数字）",
  exporting: (percent) => `正在导出 ${percent}%`,
  reload: "刷新",
  cancel: "取消",
  copied: (rows) => `已复制 ${count(rows)} 行`,
  copyTooLarge: (limit) => `一次最多复制 ${count(limit)} 行`,
  failed: "数据加载失败，请检查网络后重试",
  retry: "重试",
  empty: "暂无数据",
  emptyFiltered: "没有符合筛选条件的数据",
  total: "合计",
  rowCount: (n) => `共 ${count(n)} 条`,
  pageSize: (n) => `${n} 条/页`,
  pageSizeAll: "全部",
  pageSizeLabel: "每页条数",
  page: "页码",
  previousJump: "向前 5 页",
  previousPage: "上一页",
  nextPage: "下一页",
  nextJump: "向后 5 页",
  loading: "加载中",
};

export const zhTW: GridTexts = {
  ...zhCN,
  locale: "zh_TW",
  structure: structureZhTW,
  moveRow: "拖動此列",
  sortedRows: "已依欄排序，取消排序後才能拖動列",
  filteredRows: "清除篩選後才能拖動列",
  rowMoved: (place) => `已移到第 ${count(place)} 列`,
  notAValue: "輸入的內容不符合該欄的類型",
  notSaved: "儲存失敗，已還原原值",
  saved: "已儲存",
  exportXlsx: "匯出 Excel",
  importTemplate: "下載匯入範本",
  importFile: "Excel 匯入",
  sequence: "序號",
  selectPage: "選擇本頁",
  selectRow: "選擇此列",
  selected: (n) => `已選 ${count(n)} 筆`,
  clearSelection: "清除選擇",
  close: "關閉",
  fixedColumn: "固定欄不允許拖動！",
  sortAscending: "遞增",
  sortDescending: "遞減",
  sortClear: "取消排序",
  unsorted: "已取消排序",
  ascending: "遞增",
  descending: "遞減",
  filterCount: (n) => `篩選條件：${count(n)}`,
  unfiltered: "已清除篩選",
  filter: (title) => `篩選 ${title}`,
  filterByEnter: "按 Enter 進行篩選",
  apply: "篩選",
  removeFilter: (text) => `移除篩選 ${text}`,
  from: "從",
  search: "尋找",
  all: "全選",
  none: "全不選",
  any: "不限",
  operators: {
    LIKE: "包含",
    EQ: "等於",
    NEQ: "不等於",
    IN: "屬於",
    GT: "大於",
    EGT: "不小於",
    LT: "小於",
    ELT: "不大於",
    BETWEEN: "介於",
  },
  columns: "欄位設定",
  pinLeft: "釘選在左側",
  pinRight: "釘選在右側",
  unpin: "取消釘選",
  hide: "隱藏此欄",
  show: "顯示",
  autoSize: "自動調整欄寬",
  autoSizeAll: "全部自動調整欄寬",
  resetColumns: "恢復預設",
  exportCsv: "匯出 CSV",
  exportExcelCsv: "匯出 CSV（Excel 用，保留 007 和長數字）",
  exporting: (percent) => `正在匯出 ${percent}%`,
  reload: "重新整理",
  copied: (rows) => `已複製 ${count(rows)} 列`,
  copyTooLarge: (limit) => `一次最多複製 ${count(limit)} 列`,
  failed: "資料載入失敗，請檢查網路後重試",
  retry: "重試",
  empty: "暫無資料",
  emptyFiltered: "沒有符合篩選條件的資料",
  total: "合計",
  rowCount: (n) => `共 ${count(n)} 筆`,
  pageSize: (n) => `${n} 筆/頁`,
  pageSizeLabel: "每頁筆數",
  page: "頁碼",
  previousJump: "向前 5 頁",
  previousPage: "上一頁",
  nextPage: "下一頁",
  nextJump: "向後 5 頁",
  loading: "載入中",
};

export const en: GridTexts = {
  locale: "en",
  structure: structureEn,
  sequence: "No.",
  actions: "Actions",
  selectPage: "Select this page",
  selectRow: "Select row",
  selected: (n) => `${count(n)} selected`,
  clearSelection: "Clear selection",
  close: "Close",
  fixedColumn: "This column is fixed and cannot be dragged.",
  sortAscending: "Sort ascending",
  sortDescending: "Sort descending",
  sortClear: "Clear sort",
  sortedBy: (columns) => `Sorted by ${columns}`,
  unsorted: "Not sorted",
  ascending: "ascending",
  descending: "descending",
  filterCount: (n) => `Filters: ${count(n)}`,
  unfiltered: "No filter",
  filter: (title) => `Filter ${title}`,
  filterByEnter: "Press Enter to filter",
  numberHint: "e.g. 12, >=10, 10..20",
  apply: "Apply",
  clear: "Clear",
  clearFilters: "Clear all",
  removeFilter: (text) => `Remove filter ${text}`,
  from: "From",
  to: "To",
  search: "Find",
  all: "All",
  none: "None",
  yes: "Yes",
  no: "No",
  any: "Any",
  operators: {
    LIKE: "contains",
    EQ: "equals",
    NEQ: "is not",
    IN: "is one of",
    GT: "greater than",
    EGT: "at least",
    LT: "less than",
    ELT: "at most",
    BETWEEN: "between",
  },
  columns: "Columns",
  pinLeft: "Pin left",
  pinRight: "Pin right",
  unpin: "Unpin",
  hide: "Hide column",
  show: "Show",
  autoSize: "Fit width to content",
  autoSizeAll: "Fit all widths",
  resetColumns: "Reset",
  moveUp: "Move up",
  moveDown: "Move down",
  more: "More",
  moveRow: "Move this row",
  sortedRows: "A sort decides the order. Clear it to move rows.",
  filteredRows: "Clear the filters to drag rows",
  rowMoved: (place) => `Moved to place ${count(place)}`,
  notAValue: "This does not fit the column",
  notSaved: "It could not be saved; the old value is back",
  saved: "Saved",
  exportXlsx: "Export to Excel",
  importTemplate: "Download import template",
  importFile: "Import from Excel",
  exportCsv: "Export CSV",
  exportExcelCsv: "Export CSV for Excel (keeps 007 and long numbers)",
  exporting: (percent) => `Exporting ${percent}%`,
  reload: "Reload",
  cancel: "Cancel",
  copied: (rows) => (rows === 1 ? "Copied 1 row" : `Copied ${count(rows)} rows`),
  copyTooLarge: (limit) => `At most ${count(limit)} rows can be copied at once`,
  failed: "The data could not be loaded. Check the connection and try again.",
  retry: "Retry",
  empty: "No data yet",
  emptyFiltered: "Nothing matches these filters",
  total: "Total",
  rowCount: (n) => (n === 1 ? "1 row" : `${count(n)} rows`),
  pageSize: (n) => `${n} / page`,
  pageSizeAll: "All",
  pageSizeLabel: "Rows per page",
  page: "Page",
  previousJump: "Back 5 pages",
  previousPage: "Previous page",
  nextPage: "Next page",
  nextJump: "Forward 5 pages",
  loading: "Loading",
};

export const gridTexts: Readonly<Record<GridLocale, GridTexts>> = { zh_CN: zhCN, zh_TW: zhTW, en };
