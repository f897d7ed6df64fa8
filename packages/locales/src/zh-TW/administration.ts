import type { Texts } from "../types.ts";
import type { administration as model } from "../zh-CN/administration.ts";

export const administration: Texts<typeof model> = {
  tenant: {
    company: "公司與系統",
    seats: "目前登入",
    history: "授權紀錄",
    load: "載入授權檔案",
    loaded: "授權已載入，立即生效",
    lead: "授權檔案由平台方簽發。申請時請提供授權序號與租戶編號。",
    noLicence: "尚未載入授權檔案",
    noLicenceHint: "未載入授權時，登入數與有效期不受限制。",
    ofSeats: "已用 / 授權",
    controlled: "到期後無法登入",
    notControlled: "不控管有效期",
    chooseLogo: "選擇圖片",
    forceOut: "強制登出",
    forceOutPrompt: (name) => `確定要讓「${name}」的所有登入立即結束嗎？`,
    forcedOut: "已登出",
    ownSeat: "這是您自己的登入",
    hints: {
      sysName: "顯示在選單上方與瀏覽器標題中",
      playTime: "看板自動切換畫面的間隔，5 至 3600 秒",
      logo: "PNG、JPG 或 WebP，顯示在選單上方",
    },
  },
  menu: {
    lead: "拖曳或用箭頭調整順序；停用的選單對所有人隱藏，其操作也會被拒絕。修改對已登入的使用者立即生效。",
    up: (name) => `上移 ${name}`,
    down: (name) => `下移 ${name}`,
    switched: (name) => `啟用 ${name}`,
    edit: (name) => `修改選單 · ${name}`,
    usual: "預設",
    only: (org) => `僅 ${org}`,
    nameHint: "留空則使用預設名稱",
    orgHint: "選擇後，僅該組織的使用者（以及可檢視全部資料的使用者）看得到",
    own: "已自訂",
    resetOne: "恢復預設",
    resetAll: "全部恢復預設",
    resetPrompt: "確定要把整個選單的名稱、圖示、順序與啟用狀態恢復為預設嗎？",
    fixed: "選單管理及其分組不能停用",
  },
};
