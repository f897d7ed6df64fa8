/** Labels of what packages/contract/src/partner declares: menus and fields. */
export const partnerLabels = {
  menus: {
    supplier: "供应商绑定",
    manufacturer: "制造商绑定",
  },
  fields: {
    since: "合作起始",
  },
};
