/** Texts of the screen of products. */
export const product = {
  sections: { identity: "基本信息", price: "价格与库存" },
  hints: {
    lowStockQty: "库存不高于此数时标记为低库存，留空则不提醒",
    offShelf: "下架后商城不再展示",
  },
  emptyHint: "新增第一个产品，上架后即可在商城销售。",
  low: "低库存",
  shelf: "上架状态",
  onSale: "已上架",
  off: "已下架",
  prices: {
    action: "主机厂价",
    title: (name: string) => `${name} · 主机厂价格`,
    lead: "没有单独定价的主机厂按产品单价结算。",
    add: "新增价格",
    empty: "还没有主机厂价格",
  },
  pictures: {
    action: "图片",
    title: (name: string) => `${name} · 图片`,
    main: "产品图片",
    introduction: "介绍图片",
    add: "上传图片",
    first: "首图",
    earlier: "前移",
    later: "后移",
    empty: "还没有图片",
    emptyHint: "支持 PNG、JPG、WebP、GIF，可一次选择多张。",
    broken: "图片无法显示",
  },
};
