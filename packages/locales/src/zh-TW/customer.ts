import type { Texts } from "../types.ts";
import type { customer as model } from "../zh-CN/customer.ts";

export const customer: Texts<typeof model> = {
  sections: { identity: "基本資料", place: "地址與收貨", invoice: "開票資料", terms: "主機廠與帳期" },
  hints: {
    taxpayerId: "18 位統一社會信用代碼，或舊的 15 位稅號",
    statementDays: "填 1 表示不月結",
    defaultOem: "在商城下單時預設的主機廠",
  },
  emptyHint: "新增第一個客戶，之後模具和商城訂單便可歸屬到它。",
  oems: {
    action: "主機廠",
    title: (cust: string) => `主機廠 · ${cust}`,
    lead: "客戶為這些主機廠採購，價格依主機廠計算。沒有主機廠就無法下單。",
    none: "尚未分配主機廠，客戶無法下單",
    add: "新增主機廠",
    remove: (oem: string) => `移除 ${oem}`,
    added: "已分配",
    removed: "已移除",
    preset: "預設主機廠，在客戶表單中修改",
  },
  link: {
    action: "關聯企業",
    title: (cust: string) => `關聯企業 · ${cust}`,
    lead: "出貨的計數器將登記到該企業。該企業的管理員須先把貴公司的租戶編號填為計數器供應商。留空則取消關聯。",
    done: "已儲存",
  },
  login: {
    action: "建立商城帳號",
    title: (cust: string) => `商城帳號 · ${cust}`,
    lead: "為其聯絡人開一個商城登入帳號：只能看到本客戶的價格、訂單和發票。",
    created: (user: string) => `已建立商城帳號 ${user}`,
  },
};
