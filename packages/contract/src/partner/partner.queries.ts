import { defineQuery, field, pick, right, signedIn } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { organization } from "../system/system.entity.ts";
import { manufacturerBinding, supplierBinding } from "./partner.entity.ts";

export const supplierBindingList = defineQuery({
  menu: menus.supplier,
  id: "Q01",
  access: right(menus.supplier, "Q"),
  key: ["oemId", "plantId"],
  columns: supplierBinding.fields,
});

export const manufacturerBindingList = defineQuery({
  menu: menus.manufacturer,
  id: "Q01",
  access: right(menus.manufacturer, "Q"),
  key: ["oemId", "makerId"],
  columns: manufacturerBinding.fields,
});

/**
 * Lists for each OEM the plants and makers that its molds may have. When a mold is written, the server accepts only
 * these plants and makers (`expectPartners`). Forms offer the rows of the chosen OEM.
 */
export const partnerChoices = defineQuery({
  menu: menus.shell,
  id: "Q05",
  access: signedIn,
  key: ["oemId", "orgId"],
  columns: {
    oemId: field.text(50, { wire: "MAIN_ID", virtual: true }),
    ...pick(organization, "orgId", "orgName", "type", "archivedDate"),
  },
});
