import { defineQuery, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
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
