import { auditStat, auditType } from "../enumerations.ts";
import { defineEntity, defineEnum, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const countState = defineEnum("countState", { counting: 0, checking: 1, closed: 2, cancelled: 3 });

/** What the ledger says of a mold within the window of a count; `counted` alone counts it. */
export const autoReason = defineEnum("autoReason", {
  counted: "counted",
  noCounter: "noCounter",
  silent: "silent",
  removed: "removed",
  noFence: "noFence",
  noPosition: "noPosition",
  away: "away",
});

/** What a person says of it. */
export const countOutcome = defineEnum("countOutcome", { here: 1, elsewhere: 2, missing: 3, surplus: 4 });

/** What holds of a mold in a count: a person's word before the ledger's. */
export const countResult = defineEnum("countResult", {
  auto: "auto",
  here: "here",
  elsewhere: "elsewhere",
  missing: "missing",
  surplus: "surplus",
  open: "open",
});

/**
 * A stock-take of molds. Its start fixes the expected molds; its closing fixes all of it. Only commands write it.
 */
export const inventoryCount = defineEntity({
  name: "inventoryCount",
  wire: "INVENTORY_HD",
  access: tableRights(menus.automaticInventory),
  key: ["countId"],
  fields: {
    countId: field.text(50, { wire: "IV_ID", readOnly: true }),
    countName: field.text(100, { wire: "IV_NAME", readOnly: true }),
    countState: field.choice(countState, { wire: "IV_STAT", readOnly: true }),
    /** Plants, with commas between; empty: all that the starter may see. */
    plantIds: field.text(500, { readOnly: true }),
    oemId: field.text(50, { wire: "ENGINE_ID", readOnly: true, reference: "SYS_ORG" }),
    /** In service, in repair …; empty: every mold that is not scrapped. */
    moldStates: field.text(100, { wire: "MOLD_STATS", readOnly: true }),
    /** Reports of [windowFrom, windowTo] count; without an end those until it is closed. */
    windowFrom: field.time({ wire: "WIN_FROM", readOnly: true }),
    windowTo: field.time({ wire: "WIN_TO", readOnly: true }),
    remark: field.text(500, { readOnly: true }),
    startedBy: field.text(50, { readOnly: true }),
    startedAt: field.time({ wire: "START_TIME", readOnly: true }),
    submittedBy: field.text(50, { readOnly: true }),
    submittedAt: field.time({ wire: "SUBMITTED_DATE", readOnly: true }),
    /** Who closed or cancelled it. */
    endedBy: field.text(50, { readOnly: true }),
    endedAt: field.time({ wire: "END_TIME", readOnly: true }),
    endNote: field.text(500, { readOnly: true }),
  },
});

/** A mold of a count. Expected ones stand there from its start; one that was found and not expected is surplus. */
export const inventoryLine = defineEntity({
  name: "inventoryLine",
  wire: "INVENTORY_DT",
  access: tableRights(menus.inventoryCounting, {
    readOn: [menus.automaticInventory, menus.inventoryHistory],
  }),
  key: ["lineId"],
  fields: {
    /** The count and the mold with a stroke between. */
    lineId: field.text(110, { readOnly: true }),
    countId: field.text(50, { wire: "IV_ID", readOnly: true }),
    moldNo: field.text(50, { readOnly: true }),
    expected: field.flag({ wire: "IS_EXPECTED", readOnly: true }),
    plantId: field.text(50, { wire: "SAVE_ADDRESS", readOnly: true, reference: "SYS_ORG" }),
    oemId: field.text(50, { wire: "ENGINE_ID", readOnly: true, reference: "SYS_ORG" }),
    result: field.choice(countResult, { wire: "IV_RESULT", readOnly: true }),
    // What the ledger says.
    autoReason: field.choice(autoReason, { readOnly: true }),
    writerId: field.text(50, { readOnly: true }),
    reports: field.int({ wire: "REPORT_COUNT", readOnly: true }),
    lastReportAt: field.time({ wire: "sendTime", readOnly: true }),
    positionAt: field.time({ readOnly: true }),
    distance: field.int({ unit: "m", readOnly: true }),
    // What a person says.
    outcome: field.choice(countOutcome, { readOnly: true }),
    foundPlace: field.text(150, { readOnly: true }),
    foundBy: field.text(50, { readOnly: true }),
    foundAt: field.time({ readOnly: true }),
    /** As it was read: the mold's number, or that of the counter on it. */
    scanCode: field.text(100, { readOnly: true }),
    scanTimes: field.int({ readOnly: true }),
    countNote: field.text(500, { wire: "NOTE", readOnly: true }),
    imageUrl: field.text(500, { wire: "IMG_URL", readOnly: true }),
    // Surplus molds are audited (spec admin §9, audit type 9).
    auditType: field.choice(auditType, { readOnly: true }),
    auditStat: field.choice(auditStat, { readOnly: true }),
    accepted: field.flag({ wire: "IS_ACCEPTED", readOnly: true }),
    auditNote: field.text(200, { readOnly: true }),
    auditedBy: field.text(50, { readOnly: true }),
    auditedAt: field.time({ wire: "AUDITED_DATE", readOnly: true }),
  },
});
