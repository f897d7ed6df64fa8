import { trialStat } from "../enumerations.ts";
import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { trialParameters } from "./parameters.ts";
import { moldTrial } from "./trial.entity.ts";

const mayModify = right(menus.oldMoldTrial, "M");
const trialId = field.text(50, { required: true });
const key = { trialId } as const;

export const submitTrial = defineCommand({
  type: "rf_SubmitTrial",
  access: mayModify,
  input: key,
  output: key,
});
/** Turns a trial back into a draft. Only possible before the trial is started. */
export const withdrawTrial = defineCommand({
  type: "rf_WithdrawTrial",
  access: mayModify,
  input: key,
  output: key,
});
export const auditTrial = defineCommand({
  type: "rf_AuditTrial",
  access: mayModify,
  input: key,
  output: key,
  secondPerson: { entity: moldTrial, match: { trialId: "trialId" }, notBy: ["submittedBy"] },
});
/**
 * Starts a trial. The mold's live state is "in trial" from then on, and the mold's shots count for the trial. Without a
 * start time, the trial starts now.
 */
export const startTrial = defineCommand({
  type: "rf_StartTrial",
  access: mayModify,
  input: { trialId, startTime: field.time() },
  output: key,
});
/** Records the result of a trial and sets its end. A user may repeat this until the trial is completed. */
export const recordTrial = defineCommand({
  type: "rf_RecordTrial",
  access: mayModify,
  input: {
    trialId,
    trialStat: field.choice(trialStat, { required: true }),
    endTime: field.time(),
    findings: field.text(1000, { required: true }),
    sampleCount: field.int({ wire: "SAMPLE_QTY", min: 0, max: 1_000_000 }),
    sampleNote: field.text(200),
    parameters: field.json(trialParameters),
    imageUrl: field.text(500, { wire: "IMG_URL", filesOf: { table: "MOLD_TRIAL", key: ["trialId"] } }),
  },
  output: key,
});
/** Completes a trial. Spec admin §8 calls this "confirm mold trial complete". */
export const completeTrial = defineCommand({
  type: "rf_CompleteTrial",
  access: mayModify,
  input: key,
  output: key,
  secondPerson: { notNeeded: "Closes the record of a trial that a second person audited before its start." },
});

/**
 * Returns the mold's shots during the trial with the readings of each counter. Returns null before the start of the
 * trial.
 */
export const trialShots = defineCommand({
  type: "rf_TrialShots",
  isReport: true,
  access: right(menus.oldMoldTrial, "Q"),
  input: key,
  output: output.optional({
    from: field.time({ required: true }),
    to: field.time({ required: true }),
    shots: field.int({ required: true, unit: "shots" }),
    estimated: field.int({ required: true, unit: "shots" }),
    counters: output.rows({
      writerId: field.text(50, { required: true }),
      shots: field.int({ required: true, unit: "shots" }),
      /**
       * Estimated shots. An interval between two readings may lie only partly within the trial. Such an interval counts
       * in proportion to its time within the trial.
       */
      estimated: field.int({ required: true, unit: "shots" }),
      readings: field.int({ required: true }),
      firstTime: field.time(),
      firstCount: field.int(),
      lastTime: field.time(),
      lastCount: field.int(),
    }),
  }),
});
export type TrialShots = NonNullable<CommandOutput<typeof trialShots>>;
