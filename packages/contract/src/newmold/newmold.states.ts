import { auditStat, projectResult, projectStat, type trialStat } from "../enumerations.ts";
import type { EnumValue, ErrorCode } from "../kernel/index.ts";
import { missingItems } from "./handover-items.ts";
import { acceptResult, handoverSide, milestoneKind, milestoneStat } from "./newmold.entity.ts";

interface Refusal {
  readonly code: ErrorCode;
  readonly arg?: string;
}
const wrongState: Refusal = { code: "S0212" };

// ---- the plan

export interface PlanFacts {
  readonly projectStat: EnumValue<typeof projectStat> | null;
  readonly projectResult: EnumValue<typeof projectResult> | null;
}
export type PlanStep = "review" | "approve" | "sendBack" | "pause" | "resume" | "cancel";

const { initialReview, reReview, approved } = projectStat.values;
const { unknown: underWay, paused, cancelled, moldCast } = projectResult.values;

interface PlanMove {
  readonly stat?: readonly EnumValue<typeof projectStat>[];
  readonly result: readonly EnumValue<typeof projectResult>[];
  readonly to: Partial<{ [K in keyof PlanFacts]: NonNullable<PlanFacts[K]> }>;
}
/** PROJECT_STAT says whether the plan was agreed to, PROJECT_RESULT what became of it (spec admin §4). */
export const planSteps: Readonly<Record<PlanStep, PlanMove>> = {
  review: { stat: [initialReview], result: [underWay], to: { projectStat: reReview } },
  approve: { stat: [reReview], result: [underWay], to: { projectStat: approved } },
  sendBack: { stat: [reReview], result: [underWay], to: { projectStat: initialReview } },
  pause: { stat: [approved], result: [underWay], to: { projectResult: paused } },
  resume: { stat: [approved], result: [paused], to: { projectResult: underWay } },
  cancel: { result: [underWay, paused], to: { projectResult: cancelled } },
};

/** Why a step may not be taken now; undefined when it may. Server and screen ask the same functions. */
export function refusePlanStep(step: PlanStep, p: PlanFacts): Refusal | undefined {
  const { stat, result } = planSteps[step];
  if (stat && !stat.some((s) => s === p.projectStat)) return wrongState;
  return result.some((r) => r === p.projectResult) ? undefined : wrongState;
}

/** The first plan is fixed with the approval: from then on milestones are planned anew, each with its reason. */
export function refusePlanEdit(p: PlanFacts, changesDays: boolean): Refusal | undefined {
  if (p.projectResult === cancelled || p.projectResult === moldCast) return wrongState;
  return changesDays && p.projectStat !== initialReview ? { code: "S0350" } : undefined;
}

export function refusePlanDelete(p: PlanFacts): Refusal | undefined {
  if (p.projectResult === moldCast) return { code: "S0211" };
  return p.projectStat === initialReview ? undefined : wrongState;
}

const days = ["openingDate", "t0Date", "t1Date", "qualityDate", "handoverOn", "acceptanceDate"] as const;
export type PlanDays = Readonly<Record<(typeof days)[number], string>>;
export const planDays: readonly (keyof PlanDays)[] = days;

/** The first day that lies before the one it follows; undefined: they stand in order. */
export const planDayOutOfOrder = (p: PlanDays): keyof PlanDays | undefined =>
  days.find((d, i) => {
    const before = days[i - 1];
    return before !== undefined && p[d] < p[before];
  });

// ---- its milestones

export interface MilestoneFacts extends PlanFacts {
  readonly milestoneKind: EnumValue<typeof milestoneKind> | null;
  readonly milestoneStat: EnumValue<typeof milestoneStat> | null;
  readonly blockedBy: string | null;
  readonly failedTrial: string | null;
  readonly trialStat: EnumValue<typeof trialStat> | null;
  readonly acceptResult: EnumValue<typeof acceptResult> | null;
  readonly handoverItems: unknown;
  readonly givenBy: string | null;
  readonly takenBy: string | null;
  readonly countTimes: number | null;
  readonly acceptanceShots: number | null;
}
export type MilestoneStep = "report" | "confirm" | "sendBack" | "replan";

const { open, reported, confirmed } = milestoneStat.values;
export const milestoneSteps: Readonly<
  Record<
    MilestoneStep,
    {
      readonly from: readonly EnumValue<typeof milestoneStat>[];
      readonly to?: EnumValue<typeof milestoneStat>;
    }
  >
> = {
  report: { from: [open, reported], to: reported },
  confirm: { from: [reported], to: confirmed },
  sendBack: { from: [reported], to: open },
  replan: { from: [open] },
};

const refusePlan = (p: PlanFacts): Refusal | undefined =>
  p.projectStat !== approved || p.projectResult !== underWay ? { code: "S0351" } : undefined;

function refuseConfirm(m: MilestoneFacts): Refusal | undefined {
  const { quality, handover, acceptance } = milestoneKind.values;
  const isJudged = m.milestoneKind === quality || m.milestoneKind === acceptance;
  if (isJudged && m.acceptResult === acceptResult.values.failed) return { code: "S0354" };
  if (m.milestoneKind === handover) {
    const missing = missingItems(m.handoverItems);
    if (missing > 0) return { code: "S0355", arg: String(missing) };
    if (m.givenBy === null || m.takenBy === null) return { code: "S0356" };
  }
  // Accepted on a condition it may be before; what the condition is stands in the record.
  const isUnconditional = m.milestoneKind === acceptance && m.acceptResult === acceptResult.values.passed;
  if (isUnconditional && (m.countTimes ?? 0) < (m.acceptanceShots ?? 0))
    return { code: "S0357", arg: String(m.acceptanceShots) };
  return undefined;
}

export function refuseMilestoneStep(step: MilestoneStep, m: MilestoneFacts): Refusal | undefined {
  const off = refusePlan(m);
  if (off) return off;
  if (!milestoneSteps[step].from.some((s) => s === m.milestoneStat)) return wrongState;
  if (step === "report") {
    if (m.blockedBy !== null) return { code: "S0352", arg: m.blockedBy };
    if (m.milestoneKind === milestoneKind.values.quality && m.failedTrial !== null)
      return { code: "S0353", arg: m.failedTrial };
  }
  return step === "confirm" ? refuseConfirm(m) : undefined;
}

/** One more trial comes after the last is confirmed, and before the quality is judged. */
export function refuseNextTrial(
  p: PlanFacts,
  lastTrial: EnumValue<typeof milestoneStat>,
  quality: EnumValue<typeof milestoneStat>,
): Refusal | undefined {
  return refusePlan(p) ?? (lastTrial === confirmed && quality === open ? undefined : wrongState);
}

/** Each side signs once, and not the same person for both. */
export function refuseSign(
  side: EnumValue<typeof handoverSide>,
  m: MilestoneFacts,
  userId: string,
): Refusal | undefined {
  const off = refusePlan(m);
  if (off) return off;
  const isGiver = side === handoverSide.values.giver;
  if (m.milestoneKind !== milestoneKind.values.handover || m.milestoneStat !== reported) return wrongState;
  if ((isGiver ? m.givenBy : m.takenBy) !== null) return wrongState;
  return (isGiver ? m.takenBy : m.givenBy) === userId ? { code: "S0358" } : undefined;
}

// ---- its modifications

export interface ModificationFacts {
  readonly auditStat: EnumValue<typeof auditStat> | null;
}
export type ModificationStep = "submit" | "withdraw" | "audit" | "finish";

const { draft, submitted, audited, closed } = auditStat.values;
export const modificationSteps: Readonly<
  Record<
    ModificationStep,
    { readonly from: readonly EnumValue<typeof auditStat>[]; readonly to: EnumValue<typeof auditStat> }
  >
> = {
  submit: { from: [draft], to: submitted },
  withdraw: { from: [submitted, audited], to: draft },
  audit: { from: [submitted], to: audited },
  finish: { from: [audited], to: closed },
};

export const refuseModificationStep = (step: ModificationStep, m: ModificationFacts): Refusal | undefined =>
  modificationSteps[step].from.some((s) => s === m.auditStat) ? undefined : wrongState;

/** Only a draft is edited or deleted; a finished one asks to be left out of a selection. */
export const refuseModificationEdit = (m: ModificationFacts): Refusal | undefined =>
  m.auditStat === draft ? undefined : wrongState;
export const refuseModificationDelete = (m: ModificationFacts): Refusal | undefined =>
  m.auditStat === closed ? { code: "S0211" } : refuseModificationEdit(m);

/** Which screen shows a milestone: its rights are the ones that count. */
export const menuOfMilestone: Readonly<Record<EnumValue<typeof milestoneKind>, string>> = {
  [milestoneKind.values.opening]: "NM101",
  [milestoneKind.values.t0]: "NM101",
  [milestoneKind.values.trial]: "NM102",
  [milestoneKind.values.quality]: "NM107",
  [milestoneKind.values.handover]: "NM103",
  [milestoneKind.values.acceptance]: "NM105",
};
