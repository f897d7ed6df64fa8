/** Basic info: business partners of an OEM. */
export const partner = {
  plantHint: "记下主机厂与哪些注塑厂合作，从第一对开始。",
  makerHint: "记下主机厂与哪些模具厂合作，从第一对开始。",
};
