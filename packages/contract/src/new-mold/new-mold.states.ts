import { auditStat, projectResult, projectStat, trialStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { missingItems } from "./handover-items.ts";
import { acceptResult, handoverSide, milestoneKind, milestoneStat } from "./new-mold.entity.ts";

const wrongState: Refusal = refusals.wrongState();

export interface PlanFacts {
  readonly projectStat: EnumValue<typeof projectStat> | null;
  readonly projectResult: EnumValue<typeof projectResult> | null;
}
export type PlanStep = "review" | "approve" | "sendBack" | "pause" | "resume" | "cancel";

const { initialReview, reReview, approved } = projectStat.values;
const { unknown, paused, cancelled, moldCast } = projectResult.values;

interface PlanMove {
  readonly stat?: readonly EnumValue<typeof projectStat>[];
  readonly result: readonly EnumValue<typeof projectResult>[];
  readonly to: Partial<{ [K in keyof PlanFacts]: NonNullable<PlanFacts[K]> }>;
}
/**
 * For each step of a new mold's plan: the states from which the step is allowed, and the changes that the step makes.
 * PROJECT_STAT is the state of the plan's approval. PROJECT_RESULT tells whether the plan goes on (spec admin §4).
 */
export const planSteps: Readonly<Record<PlanStep, PlanMove>> = {
  review: { stat: [initialReview], result: [unknown], to: { projectStat: reReview } },
  approve: { stat: [reReview], result: [unknown], to: { projectStat: approved } },
  sendBack: { stat: [reReview], result: [unknown], to: { projectStat: initialReview } },
  pause: { stat: [approved], result: [unknown], to: { projectResult: paused } },
  resume: { stat: [approved], result: [paused], to: { projectResult: unknown } },
  cancel: { result: [unknown, paused], to: { projectResult: cancelled } },
};

/**
 * Returns why a step of a plan is not allowed now. Returns undefined if the step is allowed. The server and the screens
 * share this rule.
 */
export function refusePlanStep(step: PlanStep, p: PlanFacts): Refusal | undefined {
  const { stat, result } = planSteps[step];
  if (stat && !stat.some((s) => s === p.projectStat)) return wrongState;
  return result.some((r) => r === p.projectResult) ? undefined : wrongState;
}

/**
 * Refuses changes of a cancelled or finished plan, and changes of the planned days after the first review. After this
 * review, users change the days of single milestones instead.
 */
export function refusePlanEdit(p: PlanFacts, changesDays: boolean): Refusal | undefined {
  if (p.projectResult === cancelled || p.projectResult === moldCast) return wrongState;
  return changesDays && p.projectStat !== initialReview ? refusals.planDatesFixed() : undefined;
}

export function refusePlanDelete(p: PlanFacts): Refusal | undefined {
  if (p.projectResult === moldCast) return refusals.alreadyCompleted();
  return p.projectStat === initialReview ? undefined : wrongState;
}

const days = ["openingDate", "t0Date", "t1Date", "qualityDate", "handoverOn", "acceptanceDate"] as const;
export type PlanDays = Readonly<Record<(typeof days)[number], string>>;
export const planDays: readonly (keyof PlanDays)[] = days;

/**
 * Returns the first day of a plan that lies before the day of the preceding milestone. Returns undefined if the days
 * are in order.
 */
export const planDayOutOfOrder = (p: PlanDays): keyof PlanDays | undefined =>
  days.find((d, i) => {
    const before = days[i - 1];
    return before !== undefined && p[d] < p[before];
  });

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
  p.projectStat !== approved || p.projectResult !== unknown ? refusals.planNotActive() : undefined;

function refuseConfirm(m: MilestoneFacts): Refusal | undefined {
  const { quality, handover, acceptance } = milestoneKind.values;
  const isJudged = m.milestoneKind === quality || m.milestoneKind === acceptance;
  if (isJudged && m.acceptResult === acceptResult.values.failed) return refusals.failedNotConfirmed();
  if (m.milestoneKind === handover) {
    const missing = missingItems(m.handoverItems);
    if (missing > 0) return refusals.handoverIncomplete(missing);
    if (m.givenBy === null || m.takenBy === null) return refusals.signaturesMissing();
  }
  // Requires the number of shots in the contract for an unconditional acceptance, but not for a conditional one.
  const isUnconditional = m.milestoneKind === acceptance && m.acceptResult === acceptResult.values.passed;
  if (isUnconditional && (m.countTimes ?? 0) < (m.acceptanceShots ?? 0))
    return refusals.acceptanceShotsMissing(m.acceptanceShots ?? 0);
  return undefined;
}

/** Returns whether a trial failed, so that its confirmation must plan the day of the next trial. */
export const needsNextTrial = (m: Pick<MilestoneFacts, "milestoneKind" | "trialStat">): boolean =>
  m.milestoneKind === milestoneKind.values.trial && m.trialStat === trialStat.values.failed;

export function refuseMilestoneStep(step: MilestoneStep, m: MilestoneFacts): Refusal | undefined {
  const planRefusal = refusePlan(m);
  if (planRefusal) return planRefusal;
  if (!milestoneSteps[step].from.some((s) => s === m.milestoneStat)) return wrongState;
  if (step === "report") {
    if (m.blockedBy !== null) return refusals.milestoneFirst(m.blockedBy);
    if (m.milestoneKind === milestoneKind.values.quality && m.failedTrial !== null)
      return refusals.failedTrialFirst(m.failedTrial);
  }
  return step === "confirm" ? refuseConfirm(m) : undefined;
}

/**
 * Returns why no further trial can be added to a plan. A trial can be added only after the last trial is confirmed and
 * before the quality acceptance is reported.
 */
export function refuseNextTrial(
  p: PlanFacts,
  lastTrial: EnumValue<typeof milestoneStat>,
  quality: EnumValue<typeof milestoneStat>,
): Refusal | undefined {
  return refusePlan(p) ?? (lastTrial === confirmed && quality === open ? undefined : wrongState);
}

/**
 * Refuses a signature for one side of the handover, the giver or the taker, if this side has already signed. One user
 * may not sign for both sides.
 */
export function refuseSign(
  side: EnumValue<typeof handoverSide>,
  m: MilestoneFacts,
  userId: string,
): Refusal | undefined {
  const planRefusal = refusePlan(m);
  if (planRefusal) return planRefusal;
  const isGiver = side === handoverSide.values.giver;
  if (m.milestoneKind !== milestoneKind.values.handover || m.milestoneStat !== reported) return wrongState;
  if ((isGiver ? m.givenBy : m.takenBy) !== null) return wrongState;
  return (isGiver ? m.takenBy : m.givenBy) === userId ? refusals.sameSignatory() : undefined;
}

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

/** Refuses to edit or delete a design change that is no longer a draft. */
export const refuseModificationEdit = (m: ModificationFacts): Refusal | undefined =>
  m.auditStat === draft ? undefined : wrongState;
export const refuseModificationDelete = (m: ModificationFacts): Refusal | undefined =>
  m.auditStat === closed ? refusals.alreadyCompleted() : refuseModificationEdit(m);

/** Screen of each kind of milestone. A user needs the rights on this screen to change such a milestone. */
export const menuOfMilestone: Readonly<Record<EnumValue<typeof milestoneKind>, string>> = {
  [milestoneKind.values.opening]: menus.newMoldT0,
  [milestoneKind.values.t0]: menus.newMoldT0,
  [milestoneKind.values.trial]: menus.newMoldTrial,
  [milestoneKind.values.quality]: menus.newMoldQuality,
  [milestoneKind.values.handover]: menus.newMoldHandover,
  [milestoneKind.values.acceptance]: menus.newMoldAcceptance,
};
