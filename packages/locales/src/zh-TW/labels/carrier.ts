/** Labels of what packages/contract/src/carrier declares: menus and fields. */
export const carrierLabels = {
  fields: {
    orderCode: "訂單號碼",
    customerName: "收件人電話末四碼",
  },
};
