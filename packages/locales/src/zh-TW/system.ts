import type { Texts } from "../types.ts";
import type { system as model } from "../zh-CN/system.ts";

export const system: Texts<typeof model> = {
  log: {
    allTargets: "全部對象",
    changed: "變更內容",
    emptyHint: "新增、修改、刪除與登入會自動記錄在這裡，任何人都不能更改。",
    title: (action, target) => (action === target ? action : `${action} · ${target}`),
    nothing: "此紀錄沒有欄位變更",
    was: "變更前",
    is: "變更後",
    targets: { session: "登入", SYS_DICT_ITEM: "字典項目", QUARANTINE: "隔離讀數" },
  },
  organization: {
    tree: "組織架構",
    sections: { identity: "基本資料", place: "位置與圍籬" },
    hints: {
      type: "決定其人員能看到哪些模具，儲存後不能修改",
      radius: "模具離開此範圍會產生位置異常預警，建議不小於 300 m",
      longitude: "WGS84，經度與緯度須同時填寫",
    },
    emptyHint: "先登錄主機廠、射出廠與模具廠，模具和使用者都歸屬於它們。",
  },
  role: {
    assign: "分配權限",
    assignTitle: (name) => `分配權限 · ${name}`,
    lead: "修改立即生效，已登入的使用者會立刻看到變化。",
    screen: "功能",
    actions: { Q: "查詢", A: "新增", M: "修改", D: "刪除", C: "更正計數", S: "報廢" },
    all: "全部",
    given: (given, of) => `${given} / ${of}`,
    takeOver: "複製其他角色的權限",
    right: (screen, action) => `${screen}：${action}`,
    hints: {
      roleCode: "字母、數字、- 與 _，儲存後不能修改",
      dataScope: "本組織資料：只看到使用者所屬組織的模具與計數器",
    },
    emptyHint: "為每類人員建立一個角色，再為角色分配權限。",
  },
  user: {
    sections: { person: "個人資料", access: "權限與歸屬" },
    hints: {
      userId: "登入時使用，字母、數字與 _ . @ -，儲存後不能修改",
      roleCode: "決定能使用哪些功能；沒有角色的使用者登入後看不到任何功能",
      orgId: "角色的資料範圍為「本組織資料」時必須選擇，否則看不到任何模具",
      phone: "如 13800000000 或 +86 138 0000 0000",
    },
    online: (count) => (count > 1 ? `線上 ${count} 處` : "線上"),
    noPassword: "未設密碼",
    notLoggedIn: "該使用者目前沒有登入",
    enable: "啟用",
    disable: "停用",
    enablePrompt: "確定要啟用該使用者嗎？",
    disablePrompt: "確定要停用該使用者嗎？其登入將立即失效。",
    forceOut: "強制登出",
    forceOutPrompt: "確定要讓該使用者立即登出嗎？",
    resetPassword: "重設密碼",
    passwordTitle: (user) => `重設密碼 · ${user}`,
    passwordLead: "將產生新密碼，該使用者的所有登入立即失效，密碼鎖定也會解除。",
    firstPasswordTitle: (user) => `設定密碼 · ${user}`,
    firstPasswordLead: "使用者已新增。產生密碼後，該使用者才能登入。",
    makePassword: "產生密碼",
    later: "稍後",
    copy: "複製密碼",
    once: "密碼只顯示這一次，請立即轉告使用者，並請其登入後修改。",
    noted: "完成",
    emptyHint: "新增使用者，選擇角色與所屬組織，再產生密碼。",
  },
  parameter: {
    known: "預警與保養",
    all: "全部參數",
    isStandard: "預設值",
    byCounter: "2 個回報間隔",
    putBack: "恢復預設值",
    idHint: "如 WARN_IDLE_L1；儲存後不能修改",
    emptyHint: "這裡列出所有已設定的參數，也可以記錄自己的參數。",
    standard: (value) => `預設 ${value}`,
    range: (least, most) => `${least} 至 ${most}`,
    bytes: (used, most) => `${used} / ${most} 位元組`,
    groups: {
      battery: "低電量",
      cycle: "成型週期",
      idle: "模具閒置",
      signal: "訊號",
      counter: "計數器",
      maintenance: "日常保養",
      shop: "商城",
      security: "安全",
      indicator: "營運指標",
    },
    words: {
      WARN_BATTERY_LOW: {
        name: "低電量",
        effect: "電量降到此值及以下時，產生低電量提醒。",
      },
      WARN_BATTERY_URGENT: {
        name: "低電量（緊急）",
        effect: "電量降到此值及以下時，低電量預警升級為緊急。須小於低電量。",
      },
      WARN_BATTERY_CLEAR: {
        name: "電量恢復",
        effect: "更換電池後電量回到此值及以上，低電量預警自動結案。須大於低電量。",
      },
      WARN_CYCLE_L1: {
        name: "週期偏差（提醒）",
        effect: "週期偏離標準超過此比例時提醒。模具自己的週期公差優先。",
      },
      WARN_CYCLE_L2: {
        name: "週期偏差（緊急）",
        effect: "週期偏離標準超過此比例時升級為緊急。須大於提醒值。",
      },
      WARN_IDLE_L1: {
        name: "閒置（提醒）",
        effect: "在用模具連續這麼久沒有生產時提醒。",
      },
      WARN_IDLE_L2: {
        name: "閒置（緊急）",
        effect: "在用模具連續這麼久沒有生產時升級為緊急。須大於提醒值。",
      },
      WARN_SILENT: {
        name: "失聯",
        effect: "計數器這麼久沒有上報時提醒。未設定時為各計數器上報間隔的 2 倍。",
      },
      WARN_OFFLINE: {
        name: "離線",
        effect: "計數器這麼久沒有上報時視為離線，升級為緊急。須長於「失聯」。",
      },
      WARN_RSSI: {
        name: "訊號弱",
        effect: "最近 5 次上報中有 3 次訊號不高於此值時，產生訊號弱預警。",
      },
      WARN_UNBOUND: {
        name: "未綁定",
        effect: "有效的計數器這麼久沒有綁定模具時提醒。",
      },
      WARN_VALIDITY: {
        name: "流量到期",
        effect: "計數器有效期剩餘不足這麼久時提醒。",
      },
      COUNTER_AUDIT: {
        name: "登錄與更換審核",
        effect: "設為 1 時，新登錄的計數器與更換申請須由另一人核准後才生效；設為 0 時立即生效。",
      },
      AVAILABLE_HOURS: {
        name: "每日可用時長",
        effect: "每副模具每天可用於生產的小時數，稼動率以此為分母。",
      },
      KPI_SET_COUNT: {
        name: "套數達成率目標",
        effect: "低於此值顯示為未達標。",
      },
      KPI_CYCLE: {
        name: "週期達成率目標",
        effect: "低於此值顯示為未達標。",
      },
      KPI_RETURNS: {
        name: "返廠次數上限",
        effect: "每百副模具 30 天內返廠超過此次數顯示為未達標。",
      },
      KPI_UTILIZATION: {
        name: "模具稼動率目標",
        effect: "低於此值顯示為未達標。",
      },
      KPI_IDLE: {
        name: "模具閒置率上限",
        effect: "高於此值顯示為未達標。",
      },
      KPI_MOVES: {
        name: "位置變更次數上限",
        effect: "每百副模具 30 天內變更超過此次數顯示為未達標。",
      },
      MAINTAIN_TIMES: {
        name: "保養延期次數上限",
        effect: "一個日常保養任務最多可延期幾次，超過後只能保養。對之後產生的任務生效。",
      },
      MAINTAIN_DEFER_DAYS: {
        name: "保養延期最長天數",
        effect: "每次延期最多推遲多少天，自辦理延期之日起算。",
      },
      ONE_PERSON_STEPS: {
        name: "單人組織可自行審核",
        effect:
          "設為 1 時，只有一名使用者的組織可由同一人複核、審核或確認，並記入日誌；設為 0 時必須由另一人辦理。",
      },
      SHOP_OPEN: {
        name: "商城對訪客開放",
        effect: "設為 1 時，未登入的訪客可瀏覽商品與公開價格；設為 0 時須先登入。",
      },
      SHOP_FREE_AMOUNT: { name: "免運金額", effect: "商品總額達到該金額時免運費，並按合約結算。" },
      SHOP_FREE_QTY: {
        name: "電池配件免運數量",
        effect: "只購買電池配件（DC001、DC002）時，達到該數量免運費。",
      },
      SHOP_POSTAGE_CITY: { name: "佛山運費", effect: "收貨城市為佛山時的運費。" },
      SHOP_POSTAGE_PROVINCE: { name: "廣東運費", effect: "收貨省份為廣東（佛山除外）時的運費。" },
      SHOP_POSTAGE_ELSEWHERE: { name: "其他地區運費", effect: "其他地區的運費。" },
      PASSWORD_MIN_LENGTH: { name: "密碼最短長度", effect: "使用者設定的密碼至少需要這麼多個字元。" },
    },
  },
  dictionary: {
    dictionary: "字典",
    dictionaries: "字典清單",
    addItem: "新增字典項目",
    noItems: "此字典尚無項目",
    noItemsHint: "字典項目會出現在各表單的下拉選項中。",
    hasItems: "請先刪除其中的字典項目",
    removePrompt: "確定要刪除此字典嗎？",
    emptyHint: "字典用於統一各處可選的內容，如模具類型、缺陷現象。",
    codeHint: "程式按代碼取用，儲存後不能修改",
  },
  coding: {
    sections: { document: "單據", number: "編號" },
    preview: "預覽",
    hints: {
      docId: "儲存後不能修改，程式依它取號",
      serialDigits: "位數不足時將無法取號，請預留餘裕",
    },
    emptyHint: "為每種單據規定編號的組成。編號不會重複，也不會倒退。",
  },
};
