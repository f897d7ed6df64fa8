/** Labels of the fields in packages/contract/src/carrier. */
export const carrierLabels = {
  fields: {
    orderCode: "订单号",
    customerName: "收件人电话后四位",
  },
};
