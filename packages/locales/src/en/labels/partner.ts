/** Labels of what packages/contract/src/partner declares: menus and fields. */
export const partnerLabels = {
  menus: {
    supplier: "Supplier binding",
    manufacturer: "Manufacturer binding",
  },
  fields: {
    since: "Since",
  },
};
