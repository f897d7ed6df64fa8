/** Labels of the menus and fields in packages/contract/src/partner. */
export const partnerLabels = {
  menus: {
    supplier: "供應商綁定",
    manufacturer: "製造商綁定",
  },
  fields: {
    since: "合作起始",
  },
};
