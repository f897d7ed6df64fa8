import type { GridLocale } from "../core/texts.ts";
import type { CellFault, FileFault, ImportColumn } from "../sheet/types.ts";

/** All texts of the import in one language. */
export interface ImportTexts {
  title: (noun: string) => string;
  template: string;
  templateName: (noun: string) => string;
  drop: string;
  dropHint: (maxRows: number | undefined) => string;
  reading: string;
  fileFaults: Readonly<Record<FileFault, string>>;
  other: string;
  cancel: string;
  sheet: string;
  header: string;
  mapping: string;
  goesTo: (title: string) => string;
  noField: string;
  mapped: string;
  unmapped: string;
  missing: (titles: string) => string;
  joiner: string;
  saveScheme: string;
  schemeSaved: string;
  schemeUsed: string;
  forgetScheme: string;
  preview: string;
  line: string;
  result: string;
  fine: string;
  empty: string;
  checking: string;
  checkFailed: string;
  noRows: string;
  tooMany: (rows: number, max: number) => string;
  allFine: (rows: number) => string;
  someBad: (bad: number, rows: number) => string;
  allRows: string;
  badRows: (n: number) => string;
  downloadBad: string;
  badName: (noun: string) => string;
  go: (rows: number) => string;
  goGood: (rows: number) => string;
  saving: (percent: number) => string;
  done: (rows: number) => string;
  faults: Readonly<Record<Exclude<CellFault, "tooSmall" | "tooLarge" | "tooLong">, string>> & {
    tooSmall: (min: number) => string;
    tooLarge: (max: number) => string;
    tooLong: (max: number) => string;
  };
  sheetWords: {
    rows: string;
    notes: string;
    column: string;
    required: string;
    content: string;
    yes: string;
    no: string;
    example: string;
    types: Readonly<Record<ImportColumn["type"], string>>;
  };
}

const count = (n: number): string => n.toLocaleString("en-US");

const zhCN: ImportTexts = {
  title: (noun) => `导入 · ${noun}`,
  template: "下载模板",
  templateName: (noun) => `${noun}导入模板`,
  drop: "点击或将文件拖到这里",
  dropHint: (max) => `支持 .xlsx、.xls、.csv${max === undefined ? "" : `，一次最多 ${count(max)} 行`}。`,
  reading: "正在读取",
  fileFaults: {
    empty: "文件里没有内容。",
    tooLarge: "文件超过 100 MB，请拆分后再导入。",
    tooMuch: "文件展开后过大，无法读取，请拆分后再导入。",
    unreadable: "无法读取该文件，请确认是 Excel 或 CSV 文件。",
  },
  other: "换一个文件",
  cancel: "取消",
  sheet: "工作表",
  header: "表头所在行",
  mapping: "列对应关系",
  goesTo: (title) => `“${title}”对应的字段`,
  noField: "没有对应字段",
  mapped: "已对应",
  unmapped: "未对应",
  missing: (titles) => `缺少必填列：${titles}`,
  joiner: "、",
  saveScheme: "保存导入方案",
  schemeSaved: "导入方案已保存",
  schemeUsed: "已套用保存的导入方案",
  forgetScheme: "清除方案",
  preview: "导入预览",
  line: "行号",
  result: "检查结果",
  fine: "可导入",
  empty: "（空）",
  checking: "正在检查",
  checkFailed: "检查没有完成，请重试",
  noRows: "没有可导入的行",
  tooMany: (rows, max) => `共 ${count(rows)} 行，一次最多导入 ${count(max)} 行，请拆分后再导入`,
  allFine: (n) => `${n} 行全部正确，可以导入`,
  someBad: (bad, all) => `${all} 行中有 ${bad} 行有误，可下载更正后重新选择`,
  allRows: "全部",
  badRows: (n) => `有误 ${n}`,
  downloadBad: "下载有误的行",
  badName: (noun) => `${noun}导入有误的行`,
  go: (n) => `导入 ${n} 行`,
  goGood: (n) => `只导入正确的 ${n} 行`,
  saving: (percent) => `正在导入 ${percent}%`,
  done: (n) => `已导入 ${n} 行`,
  faults: {
    required: "必填",
    number: "不是数字",
    whole: "必须是整数",
    tooSmall: (min) => `不能小于 ${min}`,
    tooLarge: (max) => `不能大于 ${max}`,
    date: "不是日期",
    time: "不是时间",
    choice: "不在可选范围内",
    flag: "请填是或否",
    tooLong: (max) => `超过 ${max} 个字符`,
  },
  sheetWords: {
    rows: "数据",
    notes: "填写说明",
    column: "列",
    required: "必填",
    content: "内容",
    yes: "是",
    no: "否",
    example: "示例（不会导入）",
    types: {
      text: "文本",
      number: "数字",
      date: "日期，如 2026-01-31",
      time: "时间，如 2026-01-31 08:30",
      choice: "选项",
      flag: "是 / 否",
    },
  },
};

const zhTW: ImportTexts = {
  title: (noun) => `匯入 · ${noun}`,
  template: "下載範本",
  templateName: (noun) => `${noun}匯入範本`,
  drop: "點選或將檔案拖到這裡",
  dropHint: (max) => `支援 .xlsx、.xls、.csv${max === undefined ? "" : `，一次最多 ${count(max)} 列`}。`,
  reading: "正在讀取",
  fileFaults: {
    empty: "檔案裡沒有內容。",
    tooLarge: "檔案超過 100 MB，請拆分後再匯入。",
    tooMuch: "檔案展開後過大，無法讀取，請拆分後再匯入。",
    unreadable: "無法讀取該檔案，請確認是 Excel 或 CSV 檔案。",
  },
  other: "換一個檔案",
  cancel: "取消",
  sheet: "工作表",
  header: "標題所在列",
  mapping: "欄位對應",
  goesTo: (title) => `「${title}」對應的欄位`,
  noField: "沒有對應欄位",
  mapped: "已對應",
  unmapped: "未對應",
  missing: (titles) => `缺少必填欄：${titles}`,
  joiner: "、",
  saveScheme: "儲存匯入方案",
  schemeSaved: "匯入方案已儲存",
  schemeUsed: "已套用儲存的匯入方案",
  forgetScheme: "清除方案",
  preview: "匯入預覽",
  line: "列號",
  result: "檢查結果",
  fine: "可匯入",
  empty: "（空）",
  checking: "正在檢查",
  checkFailed: "檢查沒有完成，請重試",
  noRows: "沒有可匯入的列",
  tooMany: (rows, max) => `共 ${count(rows)} 列，一次最多匯入 ${count(max)} 列，請拆分後再匯入`,
  allFine: (n) => `${n} 列全部正確，可以匯入`,
  someBad: (bad, all) => `${all} 列中有 ${bad} 列有誤，可下載更正後重新選擇`,
  allRows: "全部",
  badRows: (n) => `有誤 ${n}`,
  downloadBad: "下載有誤的列",
  badName: (noun) => `${noun}匯入有誤的列`,
  go: (n) => `匯入 ${n} 列`,
  goGood: (n) => `只匯入正確的 ${n} 列`,
  saving: (percent) => `正在匯入 ${percent}%`,
  done: (n) => `已匯入 ${n} 列`,
  faults: {
    required: "必填",
    number: "不是數字",
    whole: "必須是整數",
    tooSmall: (min) => `不能小於 ${min}`,
    tooLarge: (max) => `不能大於 ${max}`,
    date: "不是日期",
    time: "不是時間",
    choice: "不在可選範圍內",
    flag: "請填是或否",
    tooLong: (max) => `超過 ${max} 個字元`,
  },
  sheetWords: {
    rows: "資料",
    notes: "填寫說明",
    column: "欄",
    required: "必填",
    content: "內容",
    yes: "是",
    no: "否",
    example: "範例（不會匯入）",
    types: {
      text: "文字",
      number: "數字",
      date: "日期，如 2026-01-31",
      time: "時刻，如 2026-01-31 08:30",
      choice: "選項",
      flag: "是 / 否",
    },
  },
};

const en: ImportTexts = {
  title: (noun) => `Import · ${noun}`,
  template: "Template",
  templateName: (noun) => `${noun} - import template`,
  drop: "Choose a file, or drop it here",
  dropHint: (max) =>
    max === undefined
      ? "An .xlsx, .xls or .csv file."
      : `An .xlsx, .xls or .csv file of at most ${count(max)} rows.`,
  reading: "Reading",
  fileFaults: {
    empty: "There is nothing in this file.",
    tooLarge: "This file is larger than 100 MB. Split it and import the parts.",
    tooMuch: "This file unfolds to more than can be read. Split it and import the parts.",
    unreadable: "This file cannot be read. Is it a spreadsheet or a CSV?",
  },
  other: "Another file",
  cancel: "Cancel",
  sheet: "Sheet",
  header: "Titles are in row",
  mapping: "Which column is what",
  goesTo: (title) => `Field for “${title}”`,
  noField: "No matching field",
  mapped: "Matched",
  unmapped: "Not matched",
  missing: (titles) => `Required columns are missing: ${titles}`,
  joiner: ", ",
  saveScheme: "Save import scheme",
  schemeSaved: "Import scheme saved",
  schemeUsed: "Your saved import scheme is in use",
  forgetScheme: "Forget it",
  preview: "Preview of the import",
  line: "Row",
  result: "Check",
  fine: "Fine",
  empty: "(empty)",
  checking: "Checking",
  checkFailed: "The check did not finish. Try again.",
  noRows: "There are no rows to import",
  tooMany: (rows, max) =>
    `${count(rows)} rows are too many: at most ${count(max)} can be imported at once. Split the file.`,
  allFine: (n) =>
    n === 1 ? "The row is fine and can be imported" : `All ${n} rows are fine and can be imported`,
  someBad: (bad, all) => {
    const faulty = `${bad} of ${all} rows ${bad === 1 ? "has a fault" : "have faults"}`;
    return `${faulty}; download them, mend them and choose the file again`;
  },
  allRows: "All",
  badRows: (n) => `Faulty ${n}`,
  downloadBad: "Download the faulty rows",
  badName: (noun) => `${noun} - faulty rows`,
  go: (n) => (n === 1 ? "Import 1 row" : `Import ${n} rows`),
  goGood: (n) => (n === 1 ? "Import only the good row" : `Import only the ${n} good rows`),
  saving: (percent) => `Importing ${percent}%`,
  done: (n) => (n === 1 ? "1 row imported" : `${n} rows imported`),
  faults: {
    required: "required",
    number: "not a number",
    whole: "must be a whole number",
    tooSmall: (min) => `less than ${min}`,
    tooLarge: (max) => `more than ${max}`,
    date: "not a date",
    time: "not a date and time",
    choice: "not one of the choices",
    flag: "yes or no, please",
    tooLong: (max) => `longer than ${max} characters`,
  },
  sheetWords: {
    rows: "Rows",
    notes: "Notes",
    column: "Column",
    required: "Required",
    content: "Content",
    yes: "Yes",
    no: "No",
    example: "Example (not imported)",
    types: {
      text: "Text",
      number: "Number",
      date: "Date, such as 2026-01-31",
      time: "Date and time, such as 2026-01-31 08:30",
      choice: "One of a list",
      flag: "Yes / No",
    },
  },
};

export const importTexts: Readonly<Record<GridLocale, ImportTexts>> = { zh_CN: zhCN, zh_TW: zhTW, en };

/**
 * Words that mark the example row of a template, in all languages. The template may be in another language than the
 * page, and the import must skip its example row.
 */
export const exampleMarks: readonly string[] = Object.values(importTexts).map((t) => t.sheetWords.example);
