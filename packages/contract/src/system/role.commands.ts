import { defineWireCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** Gives a role these rights and no others. `updatedDate` is the role's, as it was read: two people do not undo each other. */
export const assignRights = defineWireCommand<{ readonly COUNT: number }>()({
  type: "rf_AssignRights",
  access: right(menus.role, "M"),
  input: {
    roleCode: field.text(50, { required: true }),
    rights: field.json<readonly string[]>(),
    updatedDate: field.time(),
  },
});
