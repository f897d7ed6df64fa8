import type { Texts } from "../types.ts";
import type { device as model } from "../zh-CN/device.ts";

export const device: Texts<typeof model> = {
  emptyHint: "新增第一台射出機，之後即可登錄模具上機。",
  day: {
    action: "當日產出",
    title: (name) => `${name} · 當日產出`,
    sum: (n) => `共 ${n} 模次`,
    none: "這一天沒有模次",
    noneHint: "模具登錄上機後，其計數器的模次會按小時顯示在這裡。",
  },
  mount: "上機",
  mountTitle: "模具上機",
  mountLead: "模具與設備須在同一射出廠。設備噸數小於模具要求時，須填寫原因。",
  timeHint: "留空為現在",
  reasonHint: "僅在設備噸數不足時必填",
  mountedNow: "已上機",
  unmount: "下機",
  unmountTitle: (mold, machine) => `模具 ${mold} 從 ${machine} 下機`,
  unmountedNow: "已下機",
  active: "在機",
  all: "全部紀錄",
  ended: "已下機",
  carries: (mold) => `已有 ${mold}`,
  tons: (n) => `${n} 噸`,
  none: "尚無上機紀錄",
  noneActive: "沒有在機的模具",
  noneHint: "登錄哪副模具在哪台設備上，設備的產出便可查看。",
  short: "噸數不足",
};
