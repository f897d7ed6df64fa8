/** Labels of the fields in packages/contract/src/carrier. */
export const carrierLabels = {
  fields: {
    orderCode: "訂單號碼",
    customerName: "收件人電話末四碼",
  },
};
