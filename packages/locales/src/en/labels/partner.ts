/** Labels of the menus and fields in packages/contract/src/partner. */
export const partnerLabels = {
  menus: {
    supplier: "Supplier binding",
    manufacturer: "Manufacturer binding",
  },
  fields: {
    since: "Since",
  },
};
