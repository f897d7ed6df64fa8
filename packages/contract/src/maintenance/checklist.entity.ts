import { mold } from "../basic/mold.entity.ts";
import { defineEntity, defineQuery, field } from "../kernel/index.ts";
import { taskKind } from "./task.entity.ts";

/** What is looked at when a mold is maintained: by kind of maintenance and type of mold. */
export const checklist = defineEntity({
  name: "checklist",
  wire: "MAINTAIN_CHECKLIST",
  menu: "MT102",
  key: ["checklistName"],
  fields: {
    checklistName: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    checklistKind: field.choice(taskKind, { wire: "MT_TYPE", required: true }),
    /** Empty: for every type. */
    moldType: mold.fields.moldType,
    /** One item a line, as `itemsOf` reads it. */
    items: field.text(4000, { required: true }),
    isValid: field.flag(),
  },
});

/** Whoever does maintenance of either kind reads them. */
export const checklistList = defineQuery({
  menu: "MT102",
  id: "Q02",
  open: true,
  key: ["checklistName"],
  columns: { ...checklist.fields, checkCount: field.int({ virtual: true }) },
});
