/** Labels of the menus and fields in packages/contract/src/customer. */
export const customerLabels = {
  menus: {
    customer: "客户信息",
  },
  fields: {
    custName: "客户名称",
    contact: "联系人",
    fixedPhone: "固定电话",
    district: "区县",
    address: "详细地址",
    invoiceTitle: "发票抬头",
    taxpayerId: "纳税人识别号",
    invoiceAddress: "开票地址及电话",
    bankName: "开户银行",
    bankAccount: "银行账号",
    consignee: "默认收货人",
    consigneePhone: "收货人电话",
    defaultOem: "默认主机厂",
    statementDays: "月结天数",
    phone: "手机号",
    mail: "邮箱",
    province: "省份",
    city: "城市",
  },
};
