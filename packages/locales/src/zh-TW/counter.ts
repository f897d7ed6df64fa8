import type { Texts } from "../types.ts";
import type { counter as model } from "../zh-CN/counter.ts";

export const counter: Texts<typeof model> = {
  sections: { identity: "識別", state: "狀態", report: "回報設定" },
  hints: {
    chipCode: "裝置回報時的身分，登記後不可更改",
    gpsIntervalHours: "預設 24 小時",
    reportIntervalHours: "超過兩個回報間隔沒有讀數即視為失聯",
  },
  emptyHint: "登記計數器後，裝置即可用晶片編號回報讀數。",
  log: "日誌",
  secret: {
    action: "金鑰",
    title: (id) => `為 ${id} 產生金鑰`,
    lead: "會產生新的金鑰，舊金鑰立即失效。金鑰只顯示這一次。",
    ok: "產生",
    once: "請現在複製並寫入裝置。離開後無法再次檢視。",
    copy: "複製金鑰",
    close: "我已儲存",
  },
  tabs: { readings: "讀數", quarantine: "無法入帳" },
  pick: "選擇計數器檢視曲線",
  flags: "標記",
  late: "遲到",
  clock: "時鐘未校準",
  reset: "歸零重啟",
  released: "已放行",
  held: "隔離",
  release: "放行",
  releaseTitle: "放行讀數",
  releaseLead: "該讀數會計入台帳，相關模次將重新計算。",
  releaseDone: (n) => `已放行，${n} 模次發生變動`,
  charts: {
    count: "計數",
    battery: "電量",
    signal: "訊號",
    none: "該計數器尚無讀數",
  },
  emptyLog: "尚無讀數",
  emptyLogHint: "計數器回報後，每一筆讀數都會列在這裡。",
  emptyQuarantine: "沒有無法入帳的訊息",
  emptyQuarantineHint: "未知計數器和格式錯誤的訊息會出現在這裡。",
};
