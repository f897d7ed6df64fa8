import { defineEntity, defineEnum, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/**
 * State of an inspection issue. The values 0 to 2 are those of APPOINT_STAT (spec admin §4). Shotkeeper adds `closed`:
 * a user has confirmed that the problem is solved.
 */
export const appointState = defineEnum("appointState", { unsolved: 0, solved: 1, deleted: 2, closed: 3 });
/** Subject of an inspection issue, for example the condition or the storage of the mold. */
export const appointType = defineEnum("appointType", {
  condition: 1,
  quality: 2,
  upkeep: 3,
  safety: 4,
  storage: 5,
  counter: 6,
  record: 7,
});
export const appointLevel = defineEnum("appointLevel", { minor: 1, serious: 2, critical: 3 });

/** Days from the finding of an issue to its default due date, by the issue's severity (1 to 3). */
export const daysToSolve = { 1: 14, 2: 7, 3: 2 } as const;

/** An inspection issue: a problem found on a mold in production, its solution and its closing. */
export const moldAppoint = defineEntity({
  name: "moldAppoint",
  wire: "MOLD_APPOINT",
  access: tableRights(menus.inspectionIssue, { readOn: [menus.inspectionClosing] }),
  key: ["appointId"],
  offline: true,
  fields: {
    /** Number of the issue. A new issue without a number gets the next number of its document type. */
    appointId: field.text(50, { hasDefault: true, pattern: /^\S(.*\S)?$/ }),
    appointType: field.choice(appointType, { required: true }),
    moldNo: field.text(50, { required: true, atCreation: true, reference: "BS_MOLD" }),
    /** The plant at which the mold was when the issue was found. */
    appointPlantId: field.text(50, { wire: "SAVE_ADDRESS", readOnly: true, reference: "SYS_ORG" }),
    problem: field.text(1000, { required: true }),
    problemUrl: field.text(500, { filesOf: { table: "MOLD_APPOINT", key: ["appointId"] } }),
    appointLevel: field.choice(appointLevel, { required: true }),
    issueFoundBy: field.text(50, { wire: "FOUND_BY", readOnly: true }),
    issueFoundAt: field.time({ wire: "FOUND_DATE", hasDefault: true }),
    dueOn: field.date({ wire: "DUE_DATE", hasDefault: true }),
    assignee: field.text(50),
    appointState: field.choice(appointState, { wire: "APPOINT_STAT", readOnly: true }),
    saveProblem: field.text(1000, { readOnly: true }),
    saveProblemUrl: field.text(500, { readOnly: true }),
    saveProblemDate: field.time({ readOnly: true }),
    saveProblemBy: field.text(50, { readOnly: true }),
    sentBackCount: field.int({ readOnly: true }),
    sendBackReason: field.text(200, { readOnly: true }),
    appointClosedAt: field.time({ wire: "CLOSE_TIME", readOnly: true }),
    appointClosedBy: field.text(50, { wire: "CLOSE_BY", readOnly: true }),
    closeNote: field.text(200, { readOnly: true }),
    deletedAt: field.time({ wire: "DELETE_TIME", readOnly: true }),
    deletedBy: field.text(50, { wire: "DELETE_BY", readOnly: true }),
    deleteReason: field.text(200, { readOnly: true }),
  },
});
