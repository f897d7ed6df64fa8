import { defineCommand, field } from "../kernel/index.ts";

/** Gives a role these rights and no others. `updatedDate` is the role's, as it was read: two people do not undo each other. */
export const assignRights = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_AssignRights",
  right: { menu: "SYS102", action: "M" },
  input: {
    roleCode: field.text(50, { required: true }),
    rights: field.json<readonly string[]>(),
    updatedDate: field.time(),
  },
});
