/** Labels of the fields in packages/contract/src/carrier. */
export const carrierLabels = {
  fields: {
    orderCode: "Order no.",
    customerName: "Last 4 digits of the phone",
  },
};
