/** Texts of imports from spreadsheets, on all screens. */
export const importing = {
  action: "导入",
  done: (n: number) => `已导入 ${n} 行`,
};
