import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { countOutcome, inventoryCount, inventoryLine, inventoryPart } from "./inventory.entity.ts";

const countId = field.text(50, { wire: "IV_ID", required: true });
/**
 * Id of a plant: the command changes only this plant's part of the stock-take. Without this input, the command changes
 * all parts in the caller's scope.
 */
const plantId = field.text(50, { wire: "SAVE_ADDRESS", reference: "SYS_ORG" });
const lineId = field.text(110, { required: true });
const begin = right(menus.automaticInventory, "A", { only: ["staff", "oem", "plant", "maker"] });
const change = right(menus.automaticInventory, "M");
const count = right(menus.inventoryCounting, "M");
/**
 * Right to close a stock-take and to audit surplus molds. This right differs from the right to count, so that another
 * person can check the counting.
 */
const audit = right(menus.inventoryHistory, "M");

/** Starts a stock-take and freezes the list of molds that are expected to be found. */
export const startInventory = defineCommand({
  type: "rf_StartInventory",
  access: begin,
  input: {
    countName: field.text(100, { wire: "IV_NAME", required: true }),
    plantIds: field.text(500),
    oemId: field.text(50, { wire: "ENGINE_ID" }),
    moldStates: field.text(100, { wire: "MOLD_STATS" }),
    windowFrom: field.time({ wire: "WIN_FROM", required: true }),
    windowTo: field.time({ wire: "WIN_TO" }),
    remark: field.text(500),
  },
  output: { countId, molds: field.int({ required: true }) },
});
/**
 * Ends the counting in those parts of the stock-take that are in the caller's scope, and signs their results. With
 * `restMissing`, molds without a result are recorded as missing, or as found elsewhere if another organization has seen
 * them. Without `restMissing`, each mold must have a result.
 */
export const submitInventory = defineCommand({
  type: "rf_SubmitInventory",
  access: change,
  input: { countId, plantId, restMissing: field.flag() },
  output: { countId },
});
/**
 * Reopens the submitted parts of the caller's plants, so that users can continue to count. Molds whose result only
 * followed from the submission (missing, elsewhere) have no result again.
 */
export const reopenInventory = defineCommand({
  type: "rf_ReopenInventory",
  access: change,
  input: { countId, plantId },
  output: { countId },
});
/** Cancels the parts of the caller's plants. The stock-take is cancelled when all its parts are cancelled. */
export const cancelInventory = defineCommand({
  type: "rf_CancelInventory",
  access: change,
  input: { countId, plantId, reason: field.text(500, { required: true }) },
  output: { countId },
});
export const closeInventory = defineCommand({
  type: "rf_CloseInventory",
  access: audit,
  input: { countId, endNote: field.text(500) },
  output: { countId },
  secondPerson: {
    entity: inventoryPart,
    match: { countId: "countId" },
    notBy: ["signedBy"],
    document: inventoryCount,
  },
});
export const auditSurplus = defineCommand({
  type: "rf_AuditSurplus",
  access: audit,
  input: {
    lineId,
    accepted: field.flag({ wire: "IS_ACCEPTED", required: true }),
    auditNote: field.text(200),
  },
  output: { lineId },
  secondPerson: { entity: inventoryLine, match: { lineId: "lineId" }, notBy: ["foundBy"] },
});

/**
 * Time at which the user found the mold. Null: now. A device that was offline sends its queued calls later, each with
 * the time at which the user found the mold.
 */
const countedAt = field.time();
/**
 * True: the caller expects that nobody else has recorded a result for the mold. If another user has, the command is
 * refused and does not replace that result.
 */
const isFirst = field.flag();

/**
 * Records that a user found a mold by scanning a code. The code is the mold's number, or the number or chip code of the
 * mold's counter.
 */
export const scanMold = defineCommand({
  type: "rf_ScanMold",
  access: count,
  offline: true,
  input: { countId, scanCode: field.text(100, { required: true }), foundPlace: field.text(150), countedAt },
  output: {
    /**
     * Result of the scan. here: an expected mold was found. surplus: the mold was not expected. double: the mold was
     * counted before. sighted: the mold belongs to another organization. That organization sees where the mold was
     * found and decides about the result. unknown: no mold or counter has this code.
     */
    result: output.json<"here" | "sighted" | "surplus" | "double" | "unknown">({ shape: "text" }),
    moldNo: field.text(50),
    foundBy: field.text(50),
    foundAt: field.time(),
  },
});
export type Scanned = CommandOutput<typeof scanMold>;
/** Records by hand whether a mold of a stock-take was found, with photo and note. */
export const countMold = defineCommand({
  type: "rf_CountMold",
  access: count,
  offline: true,
  input: {
    countId,
    moldNo: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    outcome: field.choice(countOutcome, { required: true }),
    foundPlace: field.text(150),
    countNote: field.text(500, { wire: "NOTE" }),
    imageUrl: field.text(500, {
      wire: "IMG_URL",
      filesOf: { table: "INVENTORY_DT", key: ["countId", "moldNo"] },
    }),
    countedAt,
    isFirst,
  },
  output: { lineId },
});
/**
 * Records by hand that several expected molds were found, or that they are missing (`outcome`). If the server refuses
 * one mold, it records none. Returns the number of molds.
 */
export const countMolds = defineCommand({
  type: "rf_CountMolds",
  access: count,
  offline: true,
  input: {
    countId,
    moldNos: field.json<readonly string[]>({ list: "text" }),
    outcome: field.choice(countOutcome, { required: true }),
    foundPlace: field.text(150),
    countNote: field.text(500, { wire: "NOTE" }),
    countedAt,
    isFirst,
  },
  output: { count: field.int({ required: true }) },
});
/**
 * Withdraws the result that a user recorded for a mold, by hand or by a scan. A surplus mold is removed from the
 * stock-take. For a mold of another organization, withdraws the record that it was seen.
 */
export const uncountMold = defineCommand({
  type: "rf_UncountMold",
  access: count,
  input: { lineId },
  output: { lineId },
});
