import { defineCommand, field } from "../kernel/index.ts";
import { countOutcome } from "./inventory.entity.ts";

interface CountKey {
  readonly IV_ID: string;
}

const countId = field.text(50, { wire: "IV_ID", required: true });
const begin = { menu: "IV101", action: "A" } as const;
const change = { menu: "IV101", action: "M" } as const;
const count = { menu: "IV102", action: "M" } as const;
/** To close a count, and to judge what it found, is not the business of who counts. */
const audit = { menu: "IV103", action: "M" } as const;

/** Freezes the molds that are expected and begins to count. */
export const startInventory = defineCommand<CountKey & { readonly MOLDS: number }>()({
  type: "rf_StartInventory",
  right: begin,
  input: {
    countName: field.text(100, { wire: "IV_NAME", required: true }),
    plantIds: field.text(500),
    oemId: field.text(50, { wire: "ENGINE_ID" }),
    moldStates: field.text(100, { wire: "MOLD_STATS" }),
    windowFrom: field.time({ wire: "WIN_FROM", required: true }),
    windowTo: field.time({ wire: "WIN_TO" }),
    remark: field.text(500),
  },
});
/** Ends the counting: what was not found is missing, if that is said. */
export const submitInventory = defineCommand<CountKey>()({
  type: "rf_SubmitInventory",
  right: change,
  input: { countId, restMissing: field.flag() },
});
/** Goes on counting. */
export const reopenInventory = defineCommand<CountKey>()({
  type: "rf_ReopenInventory",
  right: change,
  input: { countId },
});
export const cancelInventory = defineCommand<CountKey>()({
  type: "rf_CancelInventory",
  right: change,
  input: { countId, reason: field.text(500, { required: true }) },
});
export const closeInventory = defineCommand<CountKey>()({
  type: "rf_CloseInventory",
  right: audit,
  input: { countId, endNote: field.text(500) },
});
export const auditSurplus = defineCommand<{ readonly LINE_ID: string }>()({
  type: "rf_AuditSurplus",
  right: audit,
  input: {
    lineId: field.text(110, { required: true }),
    accepted: field.flag({ wire: "IS_ACCEPTED", required: true }),
    auditNote: field.text(200),
  },
});

export interface Scanned {
  /** unknown: nobody knows the code. double: somebody had counted the mold before. */
  readonly RESULT: "here" | "elsewhere" | "surplus" | "double" | "unknown";
  readonly MOLD_NO: string | null;
  readonly FOUND_BY: string | null;
  readonly FOUND_AT: string | null;
}
/** A code was read: a mold's number, or the number or chip code of the counter on it. */
export const scanMold = defineCommand<Scanned>()({
  type: "rf_ScanMold",
  right: count,
  input: { countId, scanCode: field.text(100, { required: true }), foundPlace: field.text(150) },
});
/** Somebody says what is with a mold, with a photo and a note where there is more to say. */
export const countMold = defineCommand<{ readonly LINE_ID: string }>()({
  type: "rf_CountMold",
  right: count,
  input: {
    countId,
    moldNo: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    outcome: field.choice(countOutcome, { required: true }),
    foundPlace: field.text(150),
    countNote: field.text(500, { wire: "NOTE" }),
    imageUrl: field.text(500, { wire: "IMG_URL" }),
  },
});
/** Takes back what was said of a mold. */
export const uncountMold = defineCommand<{ readonly LINE_ID: string }>()({
  type: "rf_UncountMold",
  right: count,
  input: { lineId: field.text(110, { required: true }) },
});
