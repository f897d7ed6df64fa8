import type { Texts } from "../types.ts";
import type { warning as model } from "../zh-CN/warning.ts";

export const warning: Texts<typeof model> = {
  open: "未結案",
  all: "全部",
  allKinds: "全部類型",
  acknowledge: "確認",
  acknowledgeTitle: "確認預警",
  acknowledgeLead: "表示已知悉並有人跟進，預警仍保持未結案。",
  acknowledged: "已確認",
  clear: "結案",
  clearTitle: "預警結案",
  clearLead: "原因消除後預警會自動結案；也可以在此說明原因後手動結案。",
  cleared: "已結案",
  already: "該預警已結案",
  alreadyAcknowledged: "該預警已確認",
  many: (n) => `${n} 筆`,
  stillOff: "標籤尚未裝回，不能結案",
  andMore: (n) => `……以及另外 ${n} 筆`,
  assigneeHint: "可指定由誰跟進",
  waiting: "待確認",
  empty: "目前沒有預警",
  emptyHint: "電量、週期、訊號等異常會自動顯示在這裡。",
  bySystem: "自動",
  show: "檢視",
  thresholds: "預警閾值",
  noReadings: "該時段沒有回報",
  pictures: {
    battery: "最近 45 天電量",
    signal: "最近 45 天訊號強度",
    cycle: "平均週期與標準、公差",
    days: "最近 60 天每日模次",
  },
  map: {
    noFix: "還沒有定位資料",
    noFence: "該模具的工廠沒有座標，請在組織中填寫",
    distance: (d, r) => `距工廠 ${d}，允許 ${r}`,
  },
  screens: {
    WA101: {
      empty: "沒有低電量的計數器",
      acts: "修改後，自各計數器下一次回報起按新值判斷；未結案的預警在電量回到恢復值後自動結案。",
    },
    WA102: {
      empty: "沒有標籤被拆除",
      acts: "沒有閾值：計數器回報拆除標誌即產生預警。標籤裝回並由人確認後結案。",
    },
    WA103: {
      empty: "所有模具的週期都在公差內",
      acts: "每 20 模判斷一次，修改後自下一次判斷起生效，未結案的預警也同時重新判斷。模具自己的週期公差優先。",
    },
    WA104: {
      empty: "所有模具都在所屬工廠範圍內",
      acts: "允許範圍是各工廠的圍籬半徑（在組織中修改，未填寫為 2 km）。連續 3 次定位或 1 小時在範圍外才預警。",
    },
    WA105: {
      empty: "所有計數器訊號正常",
      acts: "失聯與離線在修改後一分鐘內生效，訊號弱自下一次回報起；未結案的預警在計數器恢復回報後結案。",
    },
    WA106: {
      empty: "沒有閒置的模具",
      acts: "修改後，自下一次回報起按新值判斷；未結案的預警在模具生產後自動結案。",
    },
    WA107: {
      empty: "所有計數器都已綁定",
      acts: "修改後一分鐘內生效；未結案的未綁定預警在綁定後結案，流量到期預警按新值重新判斷。",
    },
  },
  causes: {
    battery: (percent) => `電量 ${percent}`,
    lowMark: "裝置回報低電量",
    removal: "標籤被拆除",
    cycle: (actual, standard, off) => `${actual} 秒，標準 ${standard} 秒（${off}）`,
    position: (distance, radius) => `距工廠 ${distance}，允許 ${radius}`,
    silent: (since) => `${since} 之後沒有回報`,
    signal: (dbm, bad, of) => `${dbm} dBm，最近 ${of} 次中 ${bad} 次過弱`,
    idle: (since) => `${since} 之後沒有模次`,
    unboundShots: (n) => `未綁定卻在計數（發現時 ${n} 模次）`,
    unbound: (since) => `${since} 起未綁定`,
    validity: (date) => `流量有效期至 ${date}`,
  },
};
