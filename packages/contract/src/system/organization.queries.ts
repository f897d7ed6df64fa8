import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { organization } from "./system.entity.ts";

/**
 * Lists organizations with the number of users and molds that refer to them. Only organizations without such references
 * can be deleted.
 */
export const organizationList = defineQuery({
  menu: menus.organization,
  id: "Q01",
  access: right(menus.organization, "Q"),
  key: ["orgId"],
  columns: {
    ...organization.fields,
    parentName: field.text(100, { virtual: true }),
    userCount: field.int({ virtual: true }),
    moldCount: field.int({ virtual: true }),
  },
});
