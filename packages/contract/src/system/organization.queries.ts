import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { organization } from "./system.entity.ts";

/** Companies with what hangs on them: what is used cannot be deleted. */
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
