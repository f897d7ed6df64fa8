import type { Texts } from "../types.ts";
import type { dashboard as model } from "../zh-CN/dashboard.ts";

export const dashboard: Texts<typeof model> = {
  greeting: (part, name) =>
    `${{ night: "夜深了", morning: "早安", noon: "午安", afternoon: "午安", evening: "晚安" }[part]}，${name}`,
  cards: {
    inService: "在用模具",
    running: "正在運轉",
    runningShare: (percent) => `占在用 ${percent}`,
    shotsToday: "今日模次",
    against: (change) => `較昨日同時段 ${change}`,
    noYesterday: "昨日同時段無資料",
    utilization: "稼動率",
    utilizationNote: "運轉時長 ÷ 可用時長",
    warnings: "未結案預警",
    warningsNone: "一切正常",
    maintenance: "待保養",
    maintenanceNote: "到期與逾期的任務",
  },
  shortcuts: "快捷入口",
  shortcutsEdit: "自訂",
  states: "模具狀態",
  shots30: "近 30 天模次",
  compliance: "各工廠週期達成率",
  complianceHint: "允許範圍內的模次 ÷ 有週期資料的模次",
  places: "模具分布",
  placesHint: "點越大模具越多，綠色部分為運轉中",
  molds: (n) => `${n} 副`,
  running: (n) => `${n} 副運轉中`,
  warnings: "最新預警",
  warningsAll: "全部預警",
  todos: "我的待辦",
  todo: {
    warnings: (n) => `${n} 筆預警待確認`,
    maintenance: (n) => `${n} 項保養待完成`,
    unbound: (n) => `${n} 副模具未綁定計數器`,
    silent: (n) => `${n} 副模具失聯`,
    removed: (n) => `${n} 副模具標籤脫落`,
  },
  nothing: "沒有待辦事項",
  nothingHint: "預警、保養到期等需要處理的事項會列在這裡。",
  noPlaces: "工廠尚無座標",
};
