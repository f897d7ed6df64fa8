/** Texts of the screens of an OEM's business partners. */
export const partner = {
  plantHint: "登记主机厂与哪些注塑厂合作。",
  makerHint: "登记主机厂与哪些模具厂合作。",
};
