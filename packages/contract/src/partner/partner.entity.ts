import { defineEntity, field, phonePattern, sampling, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { orgType } from "../system/system.entity.ts";

// Fields that both entities of this file share: an OEM's suppliers and its manufacturers (spec admin §3, Supplier).
const oem = {
  oemId: field.text(50, {
    wire: "MAIN_ID",
    required: true,
    reference: "SYS_ORG",
    referenceIs: { type: orgType.values.oem },
  }),
  oemName: field.text(100, { wire: "MAIN_NAME", virtual: true }),
} as const;
const agreed = {
  since: field.date({ wire: "SINCE_DATE" }),
  contact: field.text(50, { wire: "CONET_MAN" }),
  phone: field.text(30, { wire: "CONET_TEL", pattern: phonePattern }),
  remark: field.text(500),
  ...sampling,
} as const;

/** Links an OEM to an injection plant that makes parts for it. */
export const supplierBinding = defineEntity({
  name: "supplierBinding",
  wire: "BS_MAIN_SUP",
  access: tableRights(menus.supplier, { writers: { A: ["staff", "oem", "plant"] } }),
  key: ["oemId", "plantId"],
  fields: {
    ...oem,
    plantId: field.text(50, {
      wire: "SUP_ID",
      required: true,
      reference: "SYS_ORG",
      referenceIs: { type: orgType.values.plant },
    }),
    plantName: field.text(100, { wire: "SUP_NAME", virtual: true }),
    ...agreed,
  },
});

/** Links an OEM to a mold maker that makes molds for it. */
export const manufacturerBinding = defineEntity({
  name: "manufacturerBinding",
  wire: "BS_MAIN_MAKE",
  access: tableRights(menus.manufacturer, { writers: { A: ["staff", "oem", "maker"] } }),
  key: ["oemId", "makerId"],
  fields: {
    ...oem,
    makerId: field.text(50, {
      wire: "MAKE_ID",
      required: true,
      reference: "SYS_ORG",
      referenceIs: { type: orgType.values.maker },
    }),
    makerName: field.text(100, { wire: "MAKE_NAME", virtual: true }),
    ...agreed,
  },
});
