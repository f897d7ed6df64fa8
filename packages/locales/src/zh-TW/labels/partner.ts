/** Labels of what packages/contract/src/partner declares: menus and fields. */
export const partnerLabels = {
  menus: {
    supplier: "供應商綁定",
    manufacturer: "製造商綁定",
  },
  fields: {
    since: "合作起始",
  },
};
