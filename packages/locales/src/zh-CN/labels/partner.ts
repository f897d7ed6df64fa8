/** Labels of the menus and fields in packages/contract/src/partner. */
export const partnerLabels = {
  menus: {
    supplier: "供应商绑定",
    manufacturer: "制造商绑定",
  },
  fields: {
    since: "合作起始",
  },
};
