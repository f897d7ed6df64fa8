import { type CommandOutput, defineCommand, defineImport, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { countPreview } from "./count-preview.ts";
import { mold } from "./mold.entity.ts";

/** Returns the parts of a mold's total shots: opening count, shots of each binding, and each correction. */
export const explainCount = defineCommand({
  type: "rf_ExplainCount",
  isReport: true,
  access: right(menus.mold, "Q"),
  input: { moldNo: field.text(50, { required: true }), at: field.time({ wire: "AT" }) },
  output: {
    moldNo: field.text(50, { required: true }),
    at: field.time({ required: true }),
    total: field.int({ required: true, unit: "shots" }),
    opening: field.int({ required: true, unit: "shots" }),
    bindings: output.rows({
      writerId: field.text(50, { required: true }),
      bindTime: field.time({ required: true }),
      unbindTime: field.time(),
      shots: field.int({ required: true, unit: "shots" }),
      /** Number of counted readings during the binding. */
      readings: field.int({ required: true }),
      /** Cumulative count of the counter at the first counted reading of the binding. */
      firstCount: field.int(),
      /** Cumulative count of the counter at the last counted reading of the binding. */
      lastCount: field.int(),
    }),
    corrections: output.rows({
      qty: field.int({ required: true, unit: "shots" }),
      reason: field.text(200, { required: true }),
      createdBy: field.text(50, { required: true }),
      createdDate: field.time({ required: true }),
      /**
       * True if the correction adds estimated shots that no counter counted. Such a correction is made when the counter
       * is replaced.
       */
      isEstimated: field.flag({ required: true }),
      /** Start of the period without a counter; `gapTo` is its end. Both are null unless `isEstimated` is true. */
      gapFrom: field.time(),
      gapTo: field.time(),
    }),
  },
});
export type Explanation = CommandOutput<typeof explainCount>;

/** Adds a correction to a mold's total. Needs the right C (correct counts). */
export const correctCount = defineCommand({
  type: "rf_CorrectCount",
  access: right(menus.mold, "C"),
  input: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    qty: field.int({ required: true, min: -1_000_000_000, max: 1_000_000_000 }),
    reason: field.text(200, { required: true }),
  },
  output: { total: field.int({ required: true, unit: "shots" }) },
  preview: countPreview,
});

export const importMolds = defineImport("rf_ImportMolds", mold);
