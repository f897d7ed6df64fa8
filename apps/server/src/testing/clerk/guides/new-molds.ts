import { auditStat } from "@shotkeeper/contract/enumerations";
import {
  handoverSide,
  milestoneKind,
  milestoneStat,
  milestoneSteps,
  missingItems,
  modificationSteps,
  planSteps,
} from "@shotkeeper/contract/new-mold";
import { pick } from "../pick.ts";
import type { Known, World } from "../world.ts";
import {
  dayAfter,
  type Guide,
  type Guides,
  isAmong,
  isUsable,
  type Moment,
  oneOf,
  rowWith,
  whole,
} from "./guide.ts";

type PlanStep = keyof typeof planSteps;
const plan = (step: PlanStep, more: Guide = {}): Guide => ({
  about: "NEW_MOLD_PLAN",
  fits({ projectStat, projectResult }) {
    const { stat, result } = planSteps[step];
    return (stat === undefined || isAmong(stat, projectStat)) && isAmong(result, projectResult);
  },
  ...more,
});

const { opening, t0, trial, quality, handover } = milestoneKind.values;
const planOf = (w: World, m: Known) => rowWith(w, "NEW_MOLD_PLAN", "moldNo", m.moldNo);
const isActive = (w: World, m: Known) => {
  const p = planOf(w, m);
  return p?.projectStat === 3 && p.projectResult === 0;
};

/** Returns true if all earlier milestones of the mold are confirmed, so that this milestone is next. */
const isNext = (m: Known, w: World) =>
  (w.known.get("NEW_MOLD_MILESTONE") ?? []).every(
    (x) =>
      x.moldNo !== m.moldNo ||
      Number(x.milestoneSeq) >= Number(m.milestoneSeq) ||
      x.milestoneStat === milestoneStat.values.confirmed,
  );

const milestone = (
  step: keyof typeof milestoneSteps,
  fits: (m: Known, w: World) => boolean,
  more: Guide = {},
): Guide => ({
  about: "NEW_MOLD_MILESTONE",
  fits: (m, w) => isAmong(milestoneSteps[step].from, m.milestoneStat) && isActive(w, m) && fits(m, w),
  ...more,
});

/**
 * Returns a complete report of a milestone. The result is mostly a success, so that the mold gets to its next
 * milestone.
 */
function report(m: Moment) {
  const isGood = m.random() < 0.85;
  const kind = m.row.milestoneKind;
  const isTrial = kind === t0 || kind === trial;
  const plant = oneOf(m, "SYS_ORG", (o) => o.type === "plant")?.orgId;
  return {
    actualDate: dayAfter(m, 0),
    delayReason: "late steel",
    trialStat: isTrial ? (isGood ? 1 : 2) : null,
    acceptResult:
      isTrial || kind === opening || kind === handover ? null : isGood ? pick(m.random, [1, 3]) : 2,
    handoverPlantId: kind === handover ? plant : null,
    handoverItems: kind === handover ? [{ name: "drawings", ok: isGood, note: "" }] : null,
    ...(kind === quality
      ? { dimensionNote: "86 of 86", appearanceNote: "as sample", sampleReport: "FAI-1" }
      : {}),
    deviceId: null,
    imageUrl: null,
    parameters: [],
  };
}

/** True if the report of a milestone holds all that its confirmation needs. */
const isComplete = (m: Known) =>
  m.acceptResult !== 2 &&
  (m.milestoneKind !== handover ||
    (missingItems(m.handoverItems) === 0 && m.givenBy !== null && m.takenBy !== null));

const planDays = (m: Parameters<NonNullable<Guide["values"]>>[0]) => ({
  openingDate: dayAfter(m, -30),
  t0Date: dayAfter(m, -9),
  t1Date: dayAfter(m, 0),
  qualityDate: dayAfter(m, 9),
  handoverOn: dayAfter(m, 20),
  acceptanceDate: dayAfter(m, 90),
});

const change = (step: keyof typeof modificationSteps, more: Guide = {}): Guide => ({
  about: "NEW_MOLD_MODIFICATION",
  fits: (c) => isAmong(modificationSteps[step].from, c.auditStat),
  ...more,
});
const isDraft: Guide = {
  about: "NEW_MOLD_MODIFICATION",
  fits: (c) => c.auditStat === auditStat.values.draft,
};
const isFirst: Guide = { about: "NEW_MOLD_PLAN", fits: (p) => p.projectStat === 1 && p.projectResult === 0 };

/**
 * How simulated users perform operations on new molds (plans, milestones and design changes), so that most of them
 * succeed.
 */
export const newMoldGuides: Guides = {
  "insert NEW_MOLD_PLAN": {
    values(m) {
      const mold = oneOf(
        m,
        "BS_MOLD",
        (x) =>
          isUsable(x) &&
          x.moldAge === 0 &&
          rowWith(m.world, "NEW_MOLD_PLAN", "moldNo", x.moldNo) === undefined,
      );
      return mold && { moldNo: mold.moldNo, ...planDays(m), acceptanceShots: whole(m, 1, 50) };
    },
  },
  "update NEW_MOLD_PLAN": { ...isFirst, values: (m) => ({ planOwner: `Li ${whole(m, 1, 99)}` }) },
  "delete NEW_MOLD_PLAN": isFirst,
  rf_ReviewNewMold: plan("review"),
  rf_ApproveNewMold: plan("approve", { notBy: (p) => p.reviewedBy ?? p.updatedBy }),
  rf_ReturnNewMold: plan("sendBack"),
  rf_PauseNewMold: plan("pause"),
  rf_ResumeNewMold: plan("resume"),
  rf_CancelNewMold: plan("cancel", {
    fits: (p) => /^n/.test(String(p.moldNo)) && p.projectResult !== 2 && p.projectResult !== 3,
  }),
  rf_ReportMilestone: milestone("report", isNext, { values: report }),
  rf_ConfirmMilestone: milestone("confirm", isComplete, {
    notBy: (m) => m.reportedBy,
    values: (m) => ({
      nextTrialDate: m.row.milestoneKind === trial && m.row.trialStat === 2 ? dayAfter(m, 7) : null,
    }),
  }),
  rf_ReturnMilestone: milestone("sendBack", () => true),
  rf_ReplanMilestone: milestone("replan", () => true, {
    values: (m) => ({ plannedDate: dayAfter(m, whole(m, 1, 60)), delayReason: "late steel", shiftRest: "Y" }),
  }),
  rf_AddNewMoldTrial: {
    about: "NEW_MOLD_MILESTONE",
    fits: (m, w) =>
      m.milestoneKind === trial && m.milestoneStat === milestoneStat.values.confirmed && isActive(w, m),
    values: (m) => ({ plannedDate: dayAfter(m, whole(m, 1, 20)) }),
  },
  rf_SignHandover: {
    about: "NEW_MOLD_MILESTONE",
    fits: (m) => m.milestoneKind === handover && m.milestoneStat === milestoneStat.values.reported,
    notBy: (m) => m.givenBy ?? m.takenBy,
    values: ({ row }) => ({
      handoverSide: row.givenBy === null ? handoverSide.values.giver : handoverSide.values.taker,
    }),
  },
  "insert NEW_MOLD_MODIFICATION": {
    values: (m) => ({
      moldNo: oneOf(m, "NEW_MOLD_PLAN", (p) => p.projectResult === 0 || p.projectResult === 1)?.moldNo,
      requestedOn: dayAfter(m, -3),
      finishBy: dayAfter(m, whole(m, 3, 30)),
    }),
  },
  "update NEW_MOLD_MODIFICATION": {
    ...isDraft,
    values: (m) => ({ modificationReason: `rib ${whole(m, 1, 99)}` }),
  },
  "delete NEW_MOLD_MODIFICATION": isDraft,
  rf_SubmitModification: change("submit"),
  rf_WithdrawModification: change("withdraw"),
  rf_AuditModification: change("audit", { notBy: (c) => c.submittedBy }),
  rf_FinishModification: change("finish", {
    values: (m) => ({ finishedOn: dayAfter(m, 0), imageUrl: null }),
  }),
};
