/** Labels of what packages/contract/src/carrier declares: menus and fields. */
export const carrierLabels = {
  fields: {
    orderCode: "Order no.",
    customerName: "Last 4 digits of the phone",
  },
};
