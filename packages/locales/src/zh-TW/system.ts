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
};
