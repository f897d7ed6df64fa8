import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { role, user } from "./system.entity.ts";

/** Lists users with role and organization. `loginCount` is the number of open sessions of the user. */
export const userList = defineQuery({
  menu: menus.user,
  id: "Q01",
  access: right(menus.user, "Q"),
  key: ["userId"],
  columns: {
    ...user.fields,
    roleName: field.text(50, { virtual: true }),
    orgName: field.text(100, { wire: "ORGANIZATION_NAME", virtual: true }),
    hasPassword: field.flag({ virtual: true }),
    loginCount: field.int({ virtual: true }),
    lastLoginAt: field.time({ wire: "LAST_LOGIN_TIME", virtual: true }),
  },
});

/**
 * Lists the roles that the caller may grant to users. A role with a right that the caller does not have is left out.
 */
export const roleChoices = defineQuery({
  menu: menus.user,
  id: "Q02",
  access: right(menus.user, "Q"),
  key: ["roleCode"],
  columns: {
    roleCode: role.fields.roleCode,
    roleName: role.fields.roleName,
    dataScope: role.fields.dataScope,
  },
});
