import { auditStat, auditType } from "../enumerations.ts";
import { defineEntity, defineEnum, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const countState = defineEnum("countState", { counting: 0, checking: 1, closed: 2, cancelled: 3 });

/**
 * Result of the automatic check of a mold in a stock-take. The value `counted` means that the mold is present. Each
 * other value is a reason why its presence is not proven.
 */
export const autoReason = defineEnum("autoReason", {
  counted: "counted",
  noCounter: "noCounter",
  silent: "silent",
  removed: "removed",
  noFence: "noFence",
  noPosition: "noPosition",
  away: "away",
});

/** Result that a user recorded for a mold of a stock-take. */
export const countOutcome = defineEnum("countOutcome", { here: 1, elsewhere: 2, missing: 3, surplus: 4 });

/**
 * Final result of a mold in a stock-take. The result that a user recorded takes precedence over the automatic result.
 */
export const countResult = defineEnum("countResult", {
  auto: "auto",
  here: "here",
  elsewhere: "elsewhere",
  missing: "missing",
  surplus: "surplus",
  open: "open",
});

/**
 * A stock-take of molds. Its start freezes the list of expected molds; its closing freezes the results. Only commands
 * write this table.
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
    /** Plant ids, separated by commas. Empty: all plants in the scope of the user who started the stock-take. */
    plantIds: field.text(500, { readOnly: true }),
    oemId: field.text(50, { wire: "ENGINE_ID", readOnly: true, reference: "SYS_ORG" }),
    /** Service states of the molds to count, separated by commas. Empty: all states but scrapped. */
    moldStates: field.text(100, { wire: "MOLD_STATS", readOnly: true }),
    /** Beginning of the stock-take's time window. Only readings within the window prove that a mold is present. */
    windowFrom: field.time({ wire: "WIN_FROM", readOnly: true }),
    /**
     * End of the time window whose readings prove that a mold is present. Empty: the window of each mold ends when the
     * users of its plant end the counting there.
     */
    windowTo: field.time({ wire: "WIN_TO", readOnly: true }),
    remark: field.text(500, { readOnly: true }),
    startedBy: field.text(50, { readOnly: true }),
    startedAt: field.time({ wire: "START_TIME", readOnly: true }),
    submittedBy: field.text(50, { readOnly: true }),
    submittedAt: field.time({ wire: "SUBMITTED_DATE", readOnly: true }),
    /** The user who closed or cancelled the stock-take. */
    endedBy: field.text(50, { readOnly: true }),
    endedAt: field.time({ wire: "END_TIME", readOnly: true }),
    endNote: field.text(500, { readOnly: true }),
  },
});

/**
 * Part of a stock-take: the molds of one plant. The plant's users end, reopen and cancel their part themselves. The
 * stock-take is submitted when all its parts are submitted or cancelled.
 */
export const inventoryPart = defineEntity({
  name: "inventoryPart",
  wire: "INVENTORY_PART",
  access: tableRights(menus.automaticInventory, { readOn: [menus.inventoryHistory] }),
  key: ["partId"],
  fields: {
    /** Number of the stock-take and id of the plant, separated by a slash. */
    partId: field.text(110, { readOnly: true }),
    countId: field.text(50, { wire: "IV_ID", readOnly: true }),
    /** Plant whose molds are counted in this part. Null: this part has the expected molds that have no plant. */
    plantId: field.text(50, { wire: "SAVE_ADDRESS", readOnly: true, reference: "SYS_ORG" }),
    partState: field.choice(countState, { wire: "PART_STAT", readOnly: true }),
    /** The user who ended the counting of this plant and answers for its result. */
    signedBy: field.text(50, { readOnly: true }),
    signedAt: field.time({ wire: "SIGNED_DATE", readOnly: true }),
    cancelReason: field.text(500, { readOnly: true }),
  },
});

/**
 * One mold of a stock-take. Expected molds are inserted at the start. A found mold that was not expected is surplus.
 */
export const inventoryLine = defineEntity({
  name: "inventoryLine",
  wire: "INVENTORY_DT",
  access: tableRights(menus.inventoryCounting, {
    readOn: [menus.automaticInventory, menus.inventoryHistory],
  }),
  key: ["lineId"],
  fields: {
    /** Number of the stock-take and number of the mold, separated by a slash. */
    lineId: field.text(110, { readOnly: true }),
    countId: field.text(50, { wire: "IV_ID", readOnly: true }),
    moldNo: field.text(50, { readOnly: true }),
    expected: field.flag({ wire: "IS_EXPECTED", readOnly: true }),
    plantId: field.text(50, { wire: "SAVE_ADDRESS", readOnly: true, reference: "SYS_ORG" }),
    oemId: field.text(50, { wire: "ENGINE_ID", readOnly: true, reference: "SYS_ORG" }),
    /** True if the plant cancelled its part of the stock-take. The mold then does not count in the results. */
    isCancelled: field.flag({ readOnly: true }),
    result: field.choice(countResult, { wire: "IV_RESULT", readOnly: true }),
    // Result of the automatic check, computed from the mold's readings: the fields from here to the next comment.
    autoReason: field.choice(autoReason, { readOnly: true }),
    writerId: field.text(50, { readOnly: true }),
    reports: field.int({ wire: "REPORT_COUNT", readOnly: true }),
    lastReportAt: field.time({ wire: "sendTime", readOnly: true }),
    positionAt: field.time({ readOnly: true }),
    distance: field.int({ unit: "m", readOnly: true }),
    // Result that a user recorded: the fields from here to the next comment.
    outcome: field.choice(countOutcome, { readOnly: true }),
    foundPlace: field.text(150, { readOnly: true }),
    foundBy: field.text(50, { readOnly: true }),
    foundAt: field.time({ readOnly: true }),
    // Where, by whom and when another organization saw the mold (three fields). This is no result, because only the
    // mold's own organization decides.
    seenPlace: field.text(150, { readOnly: true }),
    seenBy: field.text(50, { readOnly: true }),
    seenAt: field.time({ readOnly: true }),
    /** Code that a user scanned: number of the mold, or number or chip code of its counter. */
    scanCode: field.text(100, { readOnly: true }),
    scanTimes: field.int({ readOnly: true }),
    countNote: field.text(500, { wire: "NOTE", readOnly: true }),
    imageUrl: field.text(500, { wire: "IMG_URL", readOnly: true }),
    // A surplus mold needs an audit by a second person (spec admin §9, audit type 9).
    auditType: field.choice(auditType, { readOnly: true }),
    auditStat: field.choice(auditStat, { readOnly: true }),
    accepted: field.flag({ wire: "IS_ACCEPTED", readOnly: true }),
    auditNote: field.text(200, { readOnly: true }),
    auditedBy: field.text(50, { readOnly: true }),
    auditedAt: field.time({ wire: "AUDITED_DATE", readOnly: true }),
  },
});
