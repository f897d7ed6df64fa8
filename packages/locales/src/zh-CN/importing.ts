/** Bringing rows in from a spreadsheet; the same on every screen. */
export const importing = {
  action: "导入",
  done: (n: number) => `已导入 ${n} 行`,
};
