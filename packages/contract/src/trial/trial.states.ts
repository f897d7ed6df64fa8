import { serviceState } from "../basic/mold.entity.ts";
import { auditStat, type trialStat } from "../enumerations.ts";
import type { EnumValue, ErrorCode } from "../kernel/index.ts";

type State = EnumValue<typeof auditStat>;

export interface TrialFacts {
  readonly auditStat: State | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly trialStat: EnumValue<typeof trialStat> | null;
  readonly serviceState: EnumValue<typeof serviceState> | null;
  /** The trial of the same mold that goes on at present, other than this one. */
  readonly busyTrial: string | null;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly arg?: string;
}

export type TrialStep = "submit" | "withdraw" | "audit" | "start" | "record" | "complete";

const { draft, submitted, audited, closed } = auditStat.values;
const wrongState: Refusal = { code: "S0212" };

/** From which states a step leads where: AUDIT_STAT (spec admin §4); beginning and result lie within `audited`. */
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

/** Why a step may not be taken now; undefined when it may. Server and screen ask the same function. */
export function refuseTrialStep(step: TrialStep, t: TrialFacts): Refusal | undefined {
  if (!trialSteps[step].from.some((s) => s === t.auditStat)) return wrongState;
  const isBegun = t.startedAt !== null;
  // What was tried was tried: a trial that has begun is not withdrawn, nor begun twice.
  if ((step === "withdraw" || step === "start") && isBegun) return wrongState;
  if (step === "start") {
    if (t.serviceState === serviceState.values.scrapped) return wrongState;
    if (t.busyTrial !== null) return { code: "S0284", arg: t.busyTrial };
  }
  if (step === "record" && !isBegun) return { code: "S0285" };
  if (step === "complete" && (t.trialStat === null || t.endedAt === null)) return { code: "S0286" };
  return undefined;
}

/** Only a draft is edited: what was audited is what is tried. */
export function refuseTrialEdit(t: Pick<TrialFacts, "auditStat">): Refusal | undefined {
  return t.auditStat === draft ? undefined : wrongState;
}

/** Completed items stay (spec admin §4: "Options with completed items! Please remove!!"). */
export function refuseTrialDelete(t: Pick<TrialFacts, "auditStat">): Refusal | undefined {
  if (t.auditStat === closed) return { code: "S0211" };
  return t.auditStat === draft ? undefined : wrongState;
}
