import type { Texts } from "../types.ts";
import type { menus as model } from "../zh-CN/menus.ts";

export const menus: Texts<typeof model> = {
  DB: "儀表板",
  DB101: "工作台",
  BS: "基本資料",
  BS101: "模具資料",
  BS102: "產品資料",
  BS103: "客戶資料",
  BS104: "計數器綁定",
  BS105: "供應商綁定",
  BS106: "製造商綁定",
  PO: "訂單管理",
  PO102: "模具生產狀態查詢",
  PO103: "模具生產週期查詢",
  MT: "維護保養",
  MT101: "模具日常保養",
  WA: "預警管理",
  WA100: "全部預警",
  KB: "看板中心",
  KB101: "射出廠看板",
  CT: "計數器管理",
  CT101: "計數器登錄",
  CT102: "計數器紀錄",
  SYS: "系統管理",
  SYS105: "組織管理",
  SYS107: "系統紀錄",
};
