import type { Aggregate, GridSize } from "./types.ts";

/** Texts of groups, tree rows, the search in the grid and the sizes of rows, in one language. */
export interface StructureTexts {
  expand: string;
  collapse: string;
  /** Title of the group of rows without a value. */
  blank: string;
  aggregates: Readonly<Record<Aggregate, string>>;
  sizes: Readonly<Record<GridSize, string>>;
  find: string;
  findNext: string;
  findPrevious: string;
  findClose: string;
  found: (at: number, count: number) => string;
  foundMany: (at: number, limit: number) => string;
  notFound: string;
}

const count = (n: number): string => n.toLocaleString("en-US");

export const structureZhCN: StructureTexts = {
  expand: "展开",
  collapse: "收起",
  blank: "（空）",
  aggregates: { sum: "合计", count: "计数", min: "最小", max: "最大", average: "平均" },
  sizes: { mini: "行高：紧凑", small: "行高：标准", middle: "行高：宽松" },
  find: "在表格中查找",
  findNext: "下一个",
  findPrevious: "上一个",
  findClose: "关闭查找",
  found: (at, n) => `第 ${count(at)} 个，共 ${count(n)} 个`,
  foundMany: (at, limit) => `第 ${count(at)} 个，共 ${count(limit)} 个以上`,
  notFound: "未找到",
};

export const structureZhTW: StructureTexts = {
  ...structureZhCN,
  expand: "展開",
  collapse: "收合",
  aggregates: { sum: "合計", count: "計數", min: "最小", max: "最大", average: "平均" },
  sizes: { mini: "列高：緊湊", small: "列高：標準", middle: "列高：寬鬆" },
  find: "在表格中尋找",
  findNext: "下一個",
  findPrevious: "上一個",
  findClose: "關閉尋找",
  found: (at, n) => `第 ${count(at)} 個，共 ${count(n)} 個`,
  foundMany: (at, limit) => `第 ${count(at)} 個，共 ${count(limit)} 個以上`,
  notFound: "找不到",
};

export const structureEn: StructureTexts = {
  expand: "Expand",
  collapse: "Collapse",
  blank: "(blank)",
  aggregates: { sum: "Sum", count: "Count", min: "Min", max: "Max", average: "Average" },
  sizes: { mini: "Row height: compact", small: "Row height: standard", middle: "Row height: roomy" },
  find: "Find in the table",
  findNext: "Next",
  findPrevious: "Previous",
  findClose: "Close find",
  found: (at, n) => `${count(at)} of ${count(n)}`,
  foundMany: (at, limit) => `${count(at)} of more than ${count(limit)}`,
  notFound: "Not found",
};
