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
};
