import { defineCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/**
 * Replaces the rights of a role. `updatedDate` is the role's time of change that the caller has read. If the role has
 * changed since then, the call fails (optimistic lock).
 */
export const assignRights = defineCommand({
  type: "rf_AssignRights",
  access: right(menus.role, "M", { peopleOnly: true }),
  input: {
    roleCode: field.text(50, { required: true }),
    rights: field.json<readonly string[]>({ list: "text" }),
    updatedDate: field.time(),
  },
  output: { count: field.int({ required: true }) },
});
