/** Labels of the menus and fields in packages/contract/src/customer. */
export const customerLabels = {
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
