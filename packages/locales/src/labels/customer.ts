/** Labels of the menus and fields in packages/contract/src/customer. */
export const en = {
  menus: {
    customer: "Customers",
  },
  fields: {
    custName: "Customer name",
    contact: "Contact",
    fixedPhone: "Landline",
    district: "District",
    address: "Address",
    invoiceTitle: "Invoice title",
    taxpayerId: "Taxpayer ID",
    invoiceAddress: "Invoice address and phone",
    bankName: "Bank",
    bankAccount: "Bank account",
    consignee: "Default consignee",
    consigneePhone: "Consignee's phone",
    defaultOem: "Default OEM",
    statementDays: "Payment terms",
    phone: "Phone",
    mail: "E-mail",
    province: "Province",
    city: "City",
  },
};

export const zhCN: typeof en = {
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

export const zhTW: typeof en = {
  menus: {
    customer: "客戶資料",
  },
  fields: {
    custName: "客戶名稱",
    contact: "聯絡人",
    fixedPhone: "市話",
    district: "區縣",
    address: "詳細地址",
    invoiceTitle: "發票抬頭",
    taxpayerId: "納稅人識別號",
    invoiceAddress: "開票地址及電話",
    bankName: "開戶銀行",
    bankAccount: "銀行帳號",
    consignee: "預設收貨人",
    consigneePhone: "收貨人電話",
    defaultOem: "預設主機廠",
    statementDays: "月結天數",
    phone: "手機號碼",
    mail: "電子郵件",
    province: "省份",
    city: "城市",
  },
};
