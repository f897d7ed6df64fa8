import { trialStat } from "../enumerations.ts";
import { defineCommand, field } from "../kernel/index.ts";

interface TrialKey {
  readonly TRIAL_ID: string;
}

const right = { menu: "TR101", action: "M" } as const;
const trialId = field.text(50, { required: true });

export const submitTrial = defineCommand<TrialKey>()({ type: "rf_SubmitTrial", right, input: { trialId } });
/** Back to a draft, while nothing has been tried. */
export const withdrawTrial = defineCommand<TrialKey>()({
  type: "rf_WithdrawTrial",
  right,
  input: { trialId },
});
export const auditTrial = defineCommand<TrialKey>()({ type: "rf_AuditTrial", right, input: { trialId } });
/** From here on the mold is in trial, and its shots are the trial's. */
export const startTrial = defineCommand<TrialKey>()({
  type: "rf_StartTrial",
  right,
  input: { trialId, startTime: field.time() },
});
/** What came of it; may be said again until the trial is complete. */
export const recordTrial = defineCommand<TrialKey>()({
  type: "rf_RecordTrial",
  right,
  input: {
    trialId,
    trialStat: field.choice(trialStat, { required: true }),
    endTime: field.time(),
    findings: field.text(1000, { required: true }),
    sampleCount: field.int({ wire: "SAMPLE_QTY", min: 0, max: 1_000_000 }),
    sampleNote: field.text(200),
    parameters: field.json(),
    imageUrl: field.text(500, { wire: "IMG_URL" }),
  },
});
/** 'confirm mold trial complete' (spec admin §8). */
export const completeTrial = defineCommand<TrialKey>()({
  type: "rf_CompleteTrial",
  right,
  input: { trialId },
});

/** One counter's share, with the readings that bear it out. */
export interface TrialShotsOfCounter {
  readonly WRITER_ID: string;
  readonly SHOTS: number;
  /** Of them, shots of a stretch that reaches over the beginning or the end of the trial: a share by time. */
  readonly ESTIMATED: number;
  readonly READINGS: number;
  readonly FIRST_TIME: string | null;
  readonly FIRST_COUNT: number | null;
  readonly LAST_TIME: string | null;
  readonly LAST_COUNT: number | null;
}
export interface TrialShots {
  readonly FROM: string;
  readonly TO: string;
  readonly SHOTS: number;
  readonly ESTIMATED: number;
  readonly COUNTERS: readonly TrialShotsOfCounter[];
}
/** What the ledger counted on the mold while the trial went on; null before it has begun. */
export const trialShots = defineCommand<TrialShots | null>()({
  type: "rf_TrialShots",
  right: { menu: "TR101", action: "Q" },
  input: { trialId },
});
