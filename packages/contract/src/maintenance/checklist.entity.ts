import { defineEntity, defineQuery, field, signedIn, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { taskKind } from "./task.entity.ts";

/** A checklist for one kind of maintenance and one type of mold. */
export const checklist = defineEntity({
  name: "checklist",
  wire: "MAINTAIN_CHECKLIST",
  access: tableRights(menus.majorMaintenance),
  key: ["checklistName"],
  fields: {
    checklistName: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    checklistKind: field.choice(taskKind, { wire: "MT_TYPE", required: true }),
    /** Empty: every type of mold. */
    moldType: mold.fields.moldType,
    /** One item per line, see `itemsOf`. */
    items: field.text(4000, { required: true }),
    isValid: field.flag(),
  },
});

/** Every signed-in user may read the checklists: both kinds of maintenance use them. */
export const checklistList = defineQuery({
  menu: menus.majorMaintenance,
  id: "Q02",
  access: signedIn,
  key: ["checklistName"],
  columns: { ...checklist.fields, checkCount: field.int({ virtual: true }) },
});
