import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { binding } from "./binding.entity.ts";

export const bindingList = defineQuery({
  menu: menus.binding,
  id: "Q01",
  access: right(menus.binding, "Q"),
  key: ["bindingId"],
  columns: {
    ...binding.fields,
    moldName: field.text(100, { virtual: true }),
    plantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
    shots: field.int({ unit: "shots", virtual: true }),
    active: field.flag({ wire: "IS_ACTIVE", virtual: true }),
  },
});
