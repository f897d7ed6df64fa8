import { defineEntity, defineQuery, field, onlyWriters, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { taskKind } from "./task.entity.ts";

/** A checklist for one kind of maintenance and for one type of mold or all types. */
export const checklist = defineEntity({
  name: "checklist",
  wire: "MAINTAIN_CHECKLIST",
  access: tableRights(menus.majorMaintenance, { writers: onlyWriters("staff") }),
  key: ["checklistName"],
  fields: {
    checklistName: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    checklistKind: field.choice(taskKind, { wire: "MT_TYPE", required: true }),
    /** Type of mold that the checklist is for. Empty: every type. */
    moldType: mold.fields.moldType,
    /** Items of the checklist as text, one per line. `itemsOf` parses the text. */
    items: field.text(4000, { required: true }),
    isValid: field.flag({ hasDefault: true }),
  },
});

/** Lists checklists. The screens of daily and of major maintenance both use this query. */
export const checklistList = defineQuery({
  menu: menus.majorMaintenance,
  id: "Q02",
  access: right(menus.majorMaintenance, "Q", { others: [menus.dailyMaintenance] }),
  key: ["checklistName"],
  columns: { ...checklist.fields, checkCount: field.int({ virtual: true }) },
});
