import { auditStat, type trialStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";

type State = EnumValue<typeof auditStat>;

export interface TrialFacts {
  readonly auditStat: State | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly trialStat: EnumValue<typeof trialStat> | null;
  readonly serviceState: EnumValue<typeof serviceState> | null;
  /** Number of another trial of the same mold that is running now; null if no other trial is running. */
  readonly busyTrial: string | null;
}

export type TrialStep = "submit" | "withdraw" | "audit" | "start" | "record" | "complete";

const { draft, submitted, audited, closed } = auditStat.values;
const wrongState: Refusal = refusals.wrongState();

/**
 * Steps of a trial. `from` lists the values of AUDIT_STAT (spec admin §4) in which a step is allowed. `to` is the value
 * after the step. The steps `start` and `record` do not change the value, so they have no `to`.
 */
export const trialSteps: Readonly<
  Record<TrialStep, { readonly from: readonly State[]; readonly to?: State }>
> = {
  submit: { from: [draft], to: submitted },
  withdraw: { from: [submitted, audited], to: draft },
  audit: { from: [submitted], to: audited },
  start: { from: [audited] },
  record: { from: [audited] },
  complete: { from: [audited], to: closed },
};

/**
 * Returns why a step of a trial is not allowed now. Returns undefined if the step is allowed. The server and the
 * screens share this rule.
 */
export function refuseTrialStep(step: TrialStep, t: TrialFacts): Refusal | undefined {
  if (!trialSteps[step].from.some((s) => s === t.auditStat)) return wrongState;
  const isStarted = t.startedAt !== null;
  // Refuses to start a started trial again, and to withdraw a started trial, because it may already have shots.
  if ((step === "withdraw" || step === "start") && isStarted) return wrongState;
  const opens = step === "submit" || step === "audit" || step === "start";
  if (opens && t.serviceState === serviceState.values.scrapped) return wrongState;
  if (step === "start" && t.busyTrial !== null) return refusals.moldInTrial(t.busyTrial);
  if (step === "record" && !isStarted) return refusals.trialNotBegun();
  if (step === "complete" && (t.trialStat === null || t.endedAt === null))
    return refusals.trialWithoutResult();
  return undefined;
}

/** Refuses to edit a trial that is no longer a draft. Otherwise an audited trial could differ from what was audited. */
export function refuseTrialEdit(t: Pick<TrialFacts, "auditStat">): Refusal | undefined {
  return t.auditStat === draft ? undefined : wrongState;
}

/**
 * Refuses to delete a trial that is not a draft. A completed trial is refused with the message "Options with completed
 * items! Please remove!!" (spec admin §4).
 */
export function refuseTrialDelete(t: Pick<TrialFacts, "auditStat">): Refusal | undefined {
  if (t.auditStat === closed) return refusals.alreadyCompleted();
  return t.auditStat === draft ? undefined : wrongState;
}
