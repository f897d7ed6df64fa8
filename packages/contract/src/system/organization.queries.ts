import { defineQuery, field } from "../kernel/index.ts";
import { organization } from "./system.entity.ts";

/** Companies with what hangs on them: what is used cannot be deleted. */
export const organizationList = defineQuery({
  menu: "SYS105",
  id: "Q01",
  key: ["orgId"],
  columns: {
    ...organization.fields,
    parentName: field.text(100, { virtual: true }),
    userCount: field.int({ virtual: true }),
    moldCount: field.int({ virtual: true }),
  },
});
