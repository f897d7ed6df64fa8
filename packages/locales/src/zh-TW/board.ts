import type { Texts } from "../types.ts";
import type { board as model } from "../zh-CN/board.ts";

export const board: Texts<typeof model> = {
  running: "運轉中",
  today: "今日模次",
  perHour: "每小時模次",
  compliance: "週期達成率",
  maintenance: "待保養",
  warnings: "預警",
  molds: (n) => `${n} 副模具`,
  mold: "模具",
  state: "狀態",
  cycle: "週期 / 標準",
  shots: "今日模次",
  lastReport: "回報",
  noWarnings: "沒有預警",
  noMolds: "這個工廠尚無模具",
  noPlants: "尚無工廠",
  noPlantsHint: "在供應商（組織）中新增注塑工廠後，看板即可顯示。",
  lost: (since) => `連線中斷 · 資料截至 ${since}`,
  waiting: "正在連線",
  page: (n, of) => `${n} / ${of}`,
  pause: "暫停輪播",
  play: "繼續輪播",
  next: "下一個工廠",
  leave: "離開看板",
  fullscreen: "全螢幕",
};
