import type { GridLocale } from "./texts.ts";

/** Texts that the grid shows when users edit it like a spreadsheet, in one language. */
export interface EditTexts {
  /** Accessible name of the bar with the buttons for undo, redo, saving and discarding. */
  bar: string;
  changed: (cells: number, rows: number) => string;
  unchanged: string;
  undo: string;
  redo: string;
  save: string;
  saving: string;
  discard: string;
  problems: (count: number) => string;
  saved: (rows: number) => string;
  /** Message after a save in which the server refused some rows. */
  partlySaved: (saved: number, refused: number) => string;
  saveFailed: (reason: string) => string;
  /** Message when the user saves while cells are faulty or conflicts are open. */
  fixFirst: string;
  notShown: string;
  pasted: (cells: number) => string;
  cleared: (cells: number) => string;
  filled: (cells: number) => string;
  undone: (cells: number) => string;
  redone: (cells: number) => string;
  nothingToUndo: string;
  nothingToRedo: string;
  nothingToPaste: string;
  tooManyRows: (rows: number, room: number) => string;
  tooManyColumns: (columns: number, room: number) => string;
  tooManyCells: (limit: number) => string;
  readOnly: (titles: string) => string;
  /** Message if the user tries to edit a cell of a read-only column. */
  fixedCell: (title: string) => string;
  /** Message if the range to change contains headers of groups, which cannot be edited. */
  groupLines: string;
  number: string;
  numberStyle: string;
  digits: string;
  decimals: (places: number) => string;
  date: string;
  dateStyle: string;
  /** Error message of a date column if the text contains a time. */
  dateOnly: string;
  time: string;
  choice: string;
  flag: string;
  conflict: (theirs: string) => string;
  keepMine: string;
  takeTheirs: string;
  /** Note on a row in which somebody else has changed cells other than the edited ones. */
  otherCells: string;
  gone: string;
  fillHandle: string;
}

const count = (n: number): string => n.toLocaleString("en-US");
const plural = (n: number, one: string, many: string): string => `${count(n)} ${n === 1 ? one : many}`;

const en: EditTexts = {
  bar: "Edit as table",
  changed: (cells, rows) => `${plural(cells, "cell", "cells")} changed in ${plural(rows, "row", "rows")}`,
  unchanged: "No changes",
  undo: "Undo",
  redo: "Redo",
  save: "Save",
  saving: "Saving…",
  discard: "Discard changes",
  problems: (n) => plural(n, "problem", "problems"),
  saved: (n) => `Saved ${plural(n, "row", "rows")}`,
  partlySaved: (saved, refused) => `Saved ${plural(saved, "row", "rows")}, ${count(refused)} refused`,
  saveFailed: (reason) => `Not saved: ${reason}`,
  fixFirst: "Solve the problems first. Nothing was saved.",
  notShown: "This row is not on the page that is shown.",
  pasted: (n) => `Pasted ${plural(n, "cell", "cells")}`,
  cleared: (n) => `Cleared ${plural(n, "cell", "cells")}`,
  filled: (n) => `Filled ${plural(n, "cell", "cells")}`,
  undone: (n) => `Undone: ${plural(n, "cell", "cells")}`,
  redone: (n) => `Redone: ${plural(n, "cell", "cells")}`,
  nothingToUndo: "Nothing to undo",
  nothingToRedo: "Nothing to redo",
  nothingToPaste: "The clipboard contains no cells",
  tooManyRows: (rows, room) =>
    `The clipboard has ${plural(rows, "row", "rows")}, but only ${count(room)} fit here. Nothing was pasted.`,
  tooManyColumns: (columns, room) =>
    `The clipboard has ${plural(columns, "column", "columns")}, but only ${count(room)} fit here. Nothing was pasted.`,
  tooManyCells: (limit) => `At most ${count(limit)} cells can be changed at once. Nothing was changed.`,
  fixedCell: (title) => `${title} cannot be changed here`,
  readOnly: (titles) => `These cells cannot be changed: ${titles}. Nothing was changed.`,
  groupLines: "Headers of groups cannot be changed. Nothing was changed.",
  number: "Not a number",
  numberStyle: "Not a number. Use a point as decimal sign.",
  digits: "More than 15 digits cannot be stored exactly",
  decimals: (n) => (n === 0 ? "Whole numbers only" : `At most ${plural(n, "decimal", "decimals")}`),
  date: "Not a date. Write 2026-03-31.",
  dateStyle: "Day and month are unclear. Write 2026-03-31.",
  dateOnly: "The column takes a date without a time",
  time: "Not a time. Write 2026-03-31 08:30:00.",
  choice: "Not one of the choices",
  flag: "Write yes or no",
  conflict: (theirs) => `Changed by somebody else to: ${theirs}`,
  keepMine: "Keep mine",
  takeTheirs: "Take theirs",
  otherCells: "Other cells of this row were changed by somebody else. Check them and save again.",
  gone: "This row no longer exists",
  fillHandle: "Fill",
};

const zhCN: EditTexts = {
  bar: "表格编辑",
  changed: (cells, rows) => `已修改 ${count(rows)} 行 ${count(cells)} 个单元格`,
  unchanged: "没有修改",
  undo: "撤销",
  redo: "恢复",
  save: "保存",
  saving: "正在保存…",
  discard: "放弃修改",
  problems: (n) => `${count(n)} 个问题`,
  saved: (n) => `已保存 ${count(n)} 行`,
  partlySaved: (saved, refused) => `已保存 ${count(saved)} 行，${count(refused)} 行未通过`,
  saveFailed: (reason) => `未保存：${reason}`,
  fixFirst: "请先处理问题，尚未保存任何内容。",
  notShown: "该行不在当前显示的页面。",
  pasted: (n) => `已粘贴 ${count(n)} 个单元格`,
  cleared: (n) => `已清空 ${count(n)} 个单元格`,
  filled: (n) => `已填充 ${count(n)} 个单元格`,
  undone: (n) => `已撤销 ${count(n)} 个单元格`,
  redone: (n) => `已恢复 ${count(n)} 个单元格`,
  nothingToUndo: "没有可撤销的操作",
  nothingToRedo: "没有可恢复的操作",
  nothingToPaste: "剪贴板中没有单元格",
  tooManyRows: (rows, room) => `剪贴板有 ${count(rows)} 行，此处只能放 ${count(room)} 行，未粘贴任何内容。`,
  tooManyColumns: (columns, room) =>
    `剪贴板有 ${count(columns)} 列，此处只能放 ${count(room)} 列，未粘贴任何内容。`,
  tooManyCells: (limit) => `一次最多修改 ${count(limit)} 个单元格，未做任何修改。`,
  fixedCell: (title) => `“${title}”不能在此修改`,
  readOnly: (titles) => `以下单元格不能修改：${titles}。未做任何修改。`,
  groupLines: "分组标题不能修改，未做任何修改。",
  number: "不是数字",
  numberStyle: "不是数字，请用小数点",
  digits: "超过 15 位的数字无法准确保存",
  decimals: (n) => (n === 0 ? "只能是整数" : `最多 ${count(n)} 位小数`),
  date: "不是日期，请写成 2026-03-31",
  dateStyle: "日和月不明确，请写成 2026-03-31",
  dateOnly: "该列只填日期，不填时间",
  time: "不是时间，请写成 2026-03-31 08:30:00",
  choice: "不在可选范围内",
  flag: "请填写是或否",
  conflict: (theirs) => `他人已改为：${theirs}`,
  keepMine: "保留我的",
  takeTheirs: "采用对方的",
  otherCells: "他人修改了此行的其他单元格，请核对后再次保存。",
  gone: "此行已不存在",
  fillHandle: "填充",
};

const zhTW: EditTexts = {
  bar: "表格編輯",
  changed: (cells, rows) => `已修改 ${count(rows)} 列 ${count(cells)} 個儲存格`,
  unchanged: "沒有修改",
  undo: "復原",
  redo: "取消復原",
  save: "儲存",
  saving: "正在儲存…",
  discard: "捨棄修改",
  problems: (n) => `${count(n)} 個問題`,
  saved: (n) => `已儲存 ${count(n)} 列`,
  partlySaved: (saved, refused) => `已儲存 ${count(saved)} 列，${count(refused)} 列未通過`,
  saveFailed: (reason) => `未儲存：${reason}`,
  fixFirst: "請先處理問題，尚未儲存任何內容。",
  notShown: "該列不在目前顯示的頁面。",
  pasted: (n) => `已貼上 ${count(n)} 個儲存格`,
  cleared: (n) => `已清空 ${count(n)} 個儲存格`,
  filled: (n) => `已填滿 ${count(n)} 個儲存格`,
  undone: (n) => `已復原 ${count(n)} 個儲存格`,
  redone: (n) => `已取消復原 ${count(n)} 個儲存格`,
  nothingToUndo: "沒有可復原的操作",
  nothingToRedo: "沒有可取消復原的操作",
  nothingToPaste: "剪貼簿中沒有儲存格",
  tooManyRows: (rows, room) => `剪貼簿有 ${count(rows)} 列，此處只能放 ${count(room)} 列，未貼上任何內容。`,
  tooManyColumns: (columns, room) =>
    `剪貼簿有 ${count(columns)} 欄，此處只能放 ${count(room)} 欄，未貼上任何內容。`,
  tooManyCells: (limit) => `一次最多修改 ${count(limit)} 個儲存格，未做任何修改。`,
  fixedCell: (title) => `「${title}」不能在此修改`,
  readOnly: (titles) => `以下儲存格不能修改：${titles}。未做任何修改。`,
  groupLines: "群組標題不能修改，未做任何修改。",
  number: "不是數字",
  numberStyle: "不是數字，請用小數點",
  digits: "超過 15 位的數字無法準確儲存",
  decimals: (n) => (n === 0 ? "只能是整數" : `最多 ${count(n)} 位小數`),
  date: "不是日期，請寫成 2026-03-31",
  dateStyle: "日和月不明確，請寫成 2026-03-31",
  dateOnly: "該欄只填日期，不填時間",
  time: "不是時間，請寫成 2026-03-31 08:30:00",
  choice: "不在可選範圍內",
  flag: "請填寫是或否",
  conflict: (theirs) => `他人已改為：${theirs}`,
  keepMine: "保留我的",
  takeTheirs: "採用對方的",
  otherCells: "他人修改了此列的其他儲存格，請核對後再次儲存。",
  gone: "此列已不存在",
  fillHandle: "填滿",
};

/** `EditTexts` by language. They are in a file of their own, so that only grids with editing load them. */
export const editTexts: Readonly<Record<GridLocale, EditTexts>> = { zh_CN: zhCN, zh_TW: zhTW, en };
