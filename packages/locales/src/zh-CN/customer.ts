export const customer = {
  sections: { identity: "基本信息", place: "地址与收货", invoice: "开票资料", terms: "主机厂与账期" },
  hints: {
    taxpayerId: "18 位统一社会信用代码，或旧的 15 位税号",
    statementDays: "填 1 表示不月结",
    defaultOem: "在商城下单时默认的主机厂",
  },
  emptyHint: "新增第一个客户，之后模具和商城订单便可归属到它。",
  oems: {
    action: "主机厂",
    title: (cust: string) => `主机厂 · ${cust}`,
    lead: "客户为这些主机厂采购，价格按主机厂计算。没有主机厂就不能下单。",
    none: "尚未分配主机厂，客户不能下单",
    add: "添加主机厂",
    remove: (oem: string) => `移除 ${oem}`,
    added: "已分配",
    removed: "已移除",
    preset: "默认主机厂，在客户表单中修改",
  },
  link: {
    action: "关联企业",
    title: (cust: string) => `关联企业 · ${cust}`,
    lead: "发货的计数器将登记到该企业。该企业的管理员须先把贵公司的租户编号填为计数器供应商。留空则取消关联。",
    done: "已保存",
  },
  login: {
    action: "创建商城账号",
    title: (cust: string) => `商城账号 · ${cust}`,
    lead: "为其联系人开一个商城登录账号：只能看到本客户的价格、订单和发票。",
    created: (user: string) => `已创建商城账号 ${user}`,
  },
};
