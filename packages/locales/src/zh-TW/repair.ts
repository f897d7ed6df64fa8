import type { Texts } from "../types.ts";
import type { repair as model } from "../zh-CN/repair.ts";

export const repair: Texts<typeof model> = {
  findings: "登錄維修發現",
  findingsTitle: (mold) => `維修發現 · ${mold}`,
  findingsLead: "依實際情況登錄故障、原因、部件、模穴和措施，驗收前可以修改。選項來自資料字典。",
  add: "新增一筆發現",
  finding: (n) => `第 ${n} 筆發現`,
  recorded: (n) => `已登錄 ${n} 筆維修發現`,
  noItems: "資料字典中沒有此項，請先維護資料字典",
  pareto: "柏拉圖",
  empty: "這段期間沒有完成的維修",
  emptyHint: "在大保養中新增「故障」任務並登錄維修發現，這裡會顯示分布。",
  notGiven: "未登錄",
  count: "次數",
  countIn: "涉及維修次數",
  total: "全部維修",
  several: (sum, repairs) =>
    `一次維修的發現分屬多組時，在每組各計一次：各組合計 ${sum}，實際維修 ${repairs} 次。累計占比依各組合計計算。`,
  foundCount: "維修發現",
  hours: "工時",
  cost: "費用",
  measure: "統計口徑",
  cumulative: "累計",
  list: "維修紀錄",
  unrecorded: (n) => `${n} 次維修沒有登錄維修發現，請維修人員補充後再驗收。`,
  share:
    "一次維修有多筆發現時，次數計入每個相關分組，工時和費用平均分攤；分組「未登錄」是沒有發現或沒有此項的維修。",
  ofMolds: "MTBF = 期間內運轉時數 ÷ 期間內回報的故障次數；MTTR = 維修時數 ÷ 期間內完成的維修次數。",
  listAll: "不限期間的全部維修，含未完成的；一筆發現一列。",
  listOf: (period) => `${period}完成的、屬於該組的維修；一筆發現一列。`,
  reset: "顯示全部",
};
