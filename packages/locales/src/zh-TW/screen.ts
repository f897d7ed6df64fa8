import type { Texts } from "../types.ts";
import type { screen as model } from "../zh-CN/screen.ts";

export const screen: Texts<typeof model> = {
  searchIn: "搜尋欄位",
  searchFor: (label) => `搜尋${label}`,
  firstOf: (shown, total) => `僅顯示前 ${shown} 筆，共 ${total} 筆`,
  aboutRows: (total) => `約 ${total} 筆`,
  table: {
    edit: "表格編輯",
    close: "結束編輯",
    moved: "清單已被變更，未移動任何列",
  },
  empty: {
    title: (noun) => `尚無${noun}資料`,
  },
  form: {
    add: (noun) => `新增 · ${noun}`,
    edit: (key) => `編輯 ${key}`,
    picked: { roleCode: "角色", orgId: "所屬組織" },
    tooLong: (most) => `最多 ${most} 個字元`,
    tooSmall: (least) => `不能小於 ${least}`,
    tooLarge: (most) => `不能大於 ${most}`,
    tooPrecise: (decimals) => `最多 ${decimals} 位小數`,
    invalid: "格式不正確",
    notChosen: (text) => `未從清單中選擇「${text}」`,
    onlyFirst: (count) => `僅列出前 ${count} 筆，請輸入文字尋找其他內容`,
    lostTitle: "資料已被他人修改",
    lostBy: (user, time) => `在您編輯期間，${user} 於 ${time} 儲存了修改。`,
    lostMine: (value) => `您改為「${value}」，載入後仍保留您的內容`,
    lostLead: "可以載入最新資料：您改過的內容會保留，確認後再儲存。",
    lostReload: "載入最新資料",
    rebased: "已載入最新資料，您改過的內容已保留。請核對後再儲存。",
    gone: "這筆資料已被刪除",
  },
  views: {
    title: "清單視圖",
    standard: "預設視圖",
    save: "儲存目前視圖",
    overwrite: (name) => `以目前的篩選和欄位更新「${name}」`,
    overwritten: (name) => `視圖「${name}」已儲存`,
    shared: "已共用",
    sharedBy: (user) => `${user} 共用`,
    shareHint: "公司同事可以看到此視圖，每個人仍只看到自己有權查看的資料。",
  },
  detail: { now: "目前狀況", record: "記錄資訊" },
  photos: {
    add: "新增照片",
    photo: (n) => `照片 ${n}`,
    remove: (n) => `移除照片 ${n}`,
  },
  history: {
    empty: "尚無變更記錄",
  },
};
