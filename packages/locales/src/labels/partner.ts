/** Labels of the menus and fields in packages/contract/src/partner. */
export const en = {
  menus: {
    supplier: "Supplier binding",
    manufacturer: "Manufacturer binding",
  },
  fields: {
    since: "Since",
  },
};

export const zhCN: typeof en = {
  menus: {
    supplier: "供应商绑定",
    manufacturer: "制造商绑定",
  },
  fields: {
    since: "合作起始",
  },
};

export const zhTW: typeof en = {
  menus: {
    supplier: "供應商綁定",
    manufacturer: "製造商綁定",
  },
  fields: {
    since: "合作起始",
  },
};
