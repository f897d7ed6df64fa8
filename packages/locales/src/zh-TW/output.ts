import type { Texts } from "../types.ts";
import type { output as model } from "../zh-CN/output.ts";

export const output: Texts<typeof model> = {
  period: "期間",
  last7: "最近 7 天",
  last30: "最近 30 天",
  last12: "最近 12 個月",
  total: "合計",
  none: "未登錄",
  chart: "產出走勢",
  others: (n) => `其餘 ${n} 項`,
  pivot: "產出彙總表",
  days: "逐日明細",
  noneTitle: "這段期間沒有產出",
  noneHint: "換一個期間，或確認計數器已綁定並在回報。",
  estimatedNote: "回報間隔跨小時的模次按時段均攤到各小時；總數準確，按日以上影響很小。",
  partsNote: "件數 = 模次 × 模穴數，重量 = 件數 × 產品重量",
};
