/** Labels of the menus and fields in packages/contract/src/carrier. */
export const en = {
  menus: {},
  fields: {
    orderCode: "Order no.",
    customerName: "Last 4 digits of the phone",
  },
};

export const zhCN: typeof en = {
  menus: {},
  fields: {
    orderCode: "订单号",
    customerName: "收件人电话后四位",
  },
};

export const zhTW: typeof en = {
  menus: {},
  fields: {
    orderCode: "訂單號碼",
    customerName: "收件人電話末四碼",
  },
};
