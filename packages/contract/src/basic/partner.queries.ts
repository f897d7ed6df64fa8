import { defineQuery } from "../kernel/index.ts";
import { manufacturerBinding, supplierBinding } from "./partner.entity.ts";

export const supplierBindingList = defineQuery({
  menu: "BS105",
  id: "Q01",
  key: ["oemId", "plantId"],
  columns: supplierBinding.fields,
});

export const manufacturerBindingList = defineQuery({
  menu: "BS106",
  id: "Q01",
  key: ["oemId", "makerId"],
  columns: manufacturerBinding.fields,
});
