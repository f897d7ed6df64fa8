import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { role } from "./system.entity.ts";

export const roleList = defineQuery({
  menu: menus.role,
  id: "Q01",
  access: right(menus.role, "Q"),
  key: ["roleCode"],
  columns: { ...role.fields, userCount: field.int({ virtual: true }) },
});

/** Lists the rights of each role. "BS101:M", for example, is the right to modify molds. */
export const roleRights = defineQuery({
  menu: menus.role,
  id: "Q02",
  access: right(menus.role, "Q"),
  key: ["roleCode", "authority"],
  columns: { roleCode: role.fields.roleCode, authority: field.text(50, { virtual: true }) },
});
