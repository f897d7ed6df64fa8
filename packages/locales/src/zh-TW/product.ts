import type { Texts } from "../types.ts";
import type { product as model } from "../zh-CN/product.ts";

export const product: Texts<typeof model> = {
  sections: { identity: "基本資料", price: "價格與庫存", translations: "其他語言的文字" },
  hints: {
    lowStockQty: "庫存不高於此數時標記為低庫存，留空則不提醒",
    offShelf: "下架後商城不再展示",
  },
  emptyHint: "新增第一個產品，上架後即可在商城銷售。",
  low: "低庫存",
  shelf: "上架狀態",
  onSale: "已上架",
  off: "已下架",
  prices: {
    action: "主機廠價",
    title: (name) => `${name} · 主機廠價格`,
    lead: "沒有單獨定價的主機廠按產品單價結算。",
    add: "新增價格",
    empty: "尚無主機廠價格",
  },
  pictures: {
    action: "圖片",
    title: (name) => `${name} · 圖片`,
    main: "產品圖片",
    introduction: "介紹圖片",
    add: "上傳圖片",
    first: "首圖",
    earlier: "前移",
    later: "後移",
    empty: "尚無圖片",
    emptyHint: "支援 PNG、JPG、WebP、GIF，可一次選擇多張。",
    broken: "圖片無法顯示",
  },
};
