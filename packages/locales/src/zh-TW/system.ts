import type { Texts } from "../types.ts";
import type { system as model } from "../zh-CN/system.ts";

export const system: Texts<typeof model> = {
  log: {
    allTargets: "全部對象",
    changed: "變更內容",
    emptyHint: "新增、修改、刪除與登入會自動記錄在這裡，任何人都不能更改。",
    title: (action, target) => `${action} · ${target}`,
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
    actions: { Q: "查詢", A: "新增", M: "修改", D: "刪除" },
    all: "全部",
    given: (given, of) => `${given} / ${of}`,
    takeOver: "套用其他角色的權限",
    right: (screen, action) => `${screen}：${action}`,
    hints: {
      roleCode: "字母、數字、- 與 _，儲存後不能修改",
      dataScope: "本組織資料：只看到使用者所屬組織的模具與計數器",
    },
    emptyHint: "為每類人員建立一個角色，再為角色分配權限。",
  },
};
