import { defineQuery, field } from "../kernel/index.ts";
import { role } from "./system.entity.ts";

export const roleList = defineQuery({
  menu: "SYS102",
  id: "Q01",
  key: ["roleCode"],
  columns: { ...role.fields, userCount: field.int({ virtual: true }) },
});

/** What each role may do: "BS101:M" is the right to change molds. */
export const roleRights = defineQuery({
  menu: "SYS102",
  id: "Q02",
  key: ["roleCode", "authority"],
  columns: { roleCode: role.fields.roleCode, authority: field.text(50, { virtual: true }) },
});
