import { auditStat } from "../enumerations.ts";
import { defineEntity, defineEnum, defineQuery, field, pick, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { newMoldPlan } from "./new-mold.entity.ts";

export const modificationKind = defineEnum("modificationKind", {
  customer: 1,
  design: 2,
  quality: 3,
  maintenance: 4,
});
export const costBearer = defineEnum("costBearer", { oem: 1, maker: 2, plant: 3 });

const shown = { readOnly: true } as const;

/** A design change of a new mold, with its requester, reason, cost and duration in days. */
export const newMoldModification = defineEntity({
  name: "newMoldModification",
  wire: "NEW_MOLD_MODIFICATION",
  access: tableRights(menus.newMoldModification),
  key: ["modificationId"],
  fields: {
    modificationId: field.text(50, { wire: "MOD_ID", required: true, pattern: /^\S(.*\S)?$/ }),
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    modificationKind: field.choice(modificationKind, { wire: "MOD_TYPE", required: true }),
    modificationReason: field.text(500, { wire: "MOD_REASON", required: true }),
    requester: field.text(50, { required: true }),
    requestedOn: field.date({ wire: "REQUEST_DATE", required: true }),
    drawingBefore: field.text(50),
    drawingAfter: field.text(50),
    modificationDays: field.int({ wire: "MOD_DAYS", unit: "days", min: 0, max: 1000 }),
    modificationCost: field.decimal(2, { wire: "MOD_COST", unit: "yuan", min: 0, max: 1_000_000_000 }),
    costBearer: field.choice(costBearer),
    finishBy: field.date({ wire: "PLAN_DATE" }),
    remark: field.text(500),
    auditStat: field.choice(auditStat, shown),
    submittedBy: field.text(50, shown),
    submittedAt: field.time({ wire: "SUBMITTED_DATE", readOnly: true }),
    auditedBy: field.text(50, shown),
    auditedAt: field.time({ wire: "AUDITED_DATE", readOnly: true }),
    finishedOn: field.date({ wire: "FINISH_DATE", readOnly: true }),
    modificationResult: field.text(1000, { wire: "MOD_RESULT", readOnly: true }),
    imageUrl: field.text(500, { wire: "IMG_URL", readOnly: true }),
    closedBy: field.text(50, shown),
    closedAt: field.time({ wire: "CLOSED_DATE", readOnly: true }),
  },
});

export const modificationList = defineQuery({
  menu: menus.newMoldModification,
  id: "Q01",
  access: right(menus.newMoldModification, "Q"),
  key: ["modificationId"],
  columns: {
    ...newMoldModification.fields,
    ...pick(mold, "moldName", "projectNo", "projectName", "makerName"),
    projectResult: newMoldPlan.fields.projectResult,
  },
});

/** Lists the number of design changes of each new mold, and the target that this number should not exceed. */
export const modificationCounts = defineQuery({
  menu: menus.newMoldModification,
  id: "Q02",
  access: right(menus.newMoldModification, "Q"),
  key: ["moldNo"],
  columns: {
    ...pick(newMoldPlan, "moldNo", "modificationTarget", "projectResult"),
    ...pick(mold, "moldName", "projectNo", "projectName", "makerName", "moldPm"),
    modificationCount: field.int({ virtual: true }),
    openModifications: field.int({ virtual: true }),
    overTarget: field.int({ virtual: true }),
    modificationDays: field.int({ unit: "days", virtual: true }),
    modificationCost: field.decimal(2, { unit: "yuan", virtual: true }),
  },
});
