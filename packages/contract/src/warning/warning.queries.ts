import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { user } from "../system/system.entity.ts";
import { warning } from "./warning.entity.ts";

export const warningList = defineQuery({
  menu: menus.allWarnings,
  id: "Q01",
  access: right(menus.allWarnings, "Q"),
  key: ["warningId"],
  columns: {
    ...warning.fields,
    isOpen: field.flag({ virtual: true }),
    /** True if the cause of the warning has ended but the warning is not closed yet. */
    causeGone: field.flag({ virtual: true }),
    moldName: field.text(100, { virtual: true }),
    plantId: field.text(50, { wire: "SAVE_ADDRESS", virtual: true }),
    plantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
    makerId: field.text(50, { wire: "MOLD_MAKE_ID", virtual: true }),
    makerName: field.text(100, { wire: "MOLD_MAKE_NAME", virtual: true }),
    projectNo: field.text(50, { virtual: true }),
    acknowledgedByName: field.text(100, { virtual: true }),
    clearedByName: field.text(100, { virtual: true }),
    assigneeName: field.text(100, { virtual: true }),
  },
});

/**
 * Lists users to whom a warning can be assigned. These are users of the caller's organization, or all users if the
 * caller sees the whole tenant.
 */
export const warningPeople = defineQuery({
  menu: menus.allWarnings,
  id: "Q02",
  access: right(menus.allWarnings, "Q"),
  key: ["userId"],
  columns: { userId: user.fields.userId, userName: user.fields.userName },
});
