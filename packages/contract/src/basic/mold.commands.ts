import { defineCommand, defineImport, field } from "../kernel/index.ts";

export interface ExplainedBinding {
  readonly WRITER_ID: string;
  readonly BIND_TIME: string;
  readonly UNBIND_TIME: string | null;
  readonly SHOTS: number;
  readonly READINGS: number;
  readonly FIRST_COUNT: number | null;
  readonly LAST_COUNT: number | null;
  readonly ESTIMATED: number;
}

export interface ExplainedCorrection {
  readonly QTY: number;
  readonly REASON: string;
  readonly CREATED_BY: string;
  readonly CREATED_DATE: string;
}

/** TOTAL = OPENING + Σ BINDINGS.SHOTS + Σ CORRECTIONS.QTY, always. */
export interface Explanation {
  readonly MOLD_NO: string;
  readonly AT: string;
  readonly TOTAL: number;
  readonly OPENING: number;
  readonly BINDINGS: readonly ExplainedBinding[];
  readonly CORRECTIONS: readonly ExplainedCorrection[];
}

export const explainCount = defineCommand<Explanation>()({
  type: "rf_ExplainCount",
  right: { menu: "BS101", action: "Q" },
  input: { moldNo: field.text(50, { required: true }), at: field.time({ wire: "AT" }) },
});

export const correctCount = defineCommand<{ readonly TOTAL: number }>()({
  type: "rf_CorrectCount",
  right: { menu: "BS101", action: "M" },
  input: {
    moldNo: field.text(50, { required: true }),
    qty: field.int({ required: true, min: -1_000_000_000, max: 1_000_000_000 }),
    reason: field.text(200, { required: true }),
  },
});

export const importMolds = defineImport("rf_ImportMolds", "BS101");

interface Documented {
  readonly DOC_NO: string;
}

/** The mold goes to another plant, dated and with a reason; it comes off the machine it was on. */
export const transferMold = defineCommand<Documented>()({
  type: "rf_TransferMold",
  right: { menu: "BS101", action: "M" },
  input: {
    moldNo: field.text(50, { required: true }),
    toPlantId: field.text(50, { required: true, reference: "SYS_ORG" }),
    documentTime: field.time({ wire: "DOC_TIME" }),
    reason: field.text(200, { required: true }),
  },
});

/** The mold's end. Its counter must be off: what it counts from now on belongs elsewhere. */
export const scrapMold = defineCommand<Documented>()({
  type: "rf_ScrapMold",
  right: { menu: "BS101", action: "M" },
  input: {
    moldNo: field.text(50, { required: true }),
    documentTime: field.time({ wire: "DOC_TIME" }),
    reason: field.text(200, { required: true }),
  },
});
