/** Labels of what packages/contract/src/carrier declares: menus and fields. */
export const carrierLabels = {
  fields: {
    orderCode: "订单号",
    customerName: "收件人电话后四位",
  },
};
