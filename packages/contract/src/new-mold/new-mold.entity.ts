import { projectResult, projectStat, trialStat } from "../enumerations.ts";
import { defineEntity, defineEnum, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { notScrapped } from "../mold/mold.entity.ts";
import { trialParameters } from "../trial/parameters.ts";
import { handoverPack } from "./handover-items.ts";

/** Kinds of milestones of a new mold, in the order of time. A mold may have several trials. */
export const milestoneKind = defineEnum("milestoneKind", {
  opening: 0,
  t0: 1,
  trial: 2,
  quality: 3,
  handover: 4,
  acceptance: 5,
});
export const milestoneStat = defineEnum("milestoneStat", { open: 0, reported: 1, confirmed: 2 });
export const acceptResult = defineEnum("acceptResult", { passed: 1, failed: 2, conditional: 3 });
export const handoverSide = defineEnum("handoverSide", { giver: 1, taker: 2 });

const day = (wire: string) => field.date({ wire, required: true });
const shown = { readOnly: true } as const;

/**
 * The plan of a new mold. The plan stores the days of the first plan, with which on-time rates are computed. The
 * milestones store the present planned days.
 */
export const newMoldPlan = defineEntity({
  name: "newMoldPlan",
  wire: "NEW_MOLD_PLAN",
  access: tableRights(menus.newMoldT0),
  key: ["moldNo"],
  fields: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD", referenceIsNot: notScrapped }),
    planOwner: field.text(50),
    openingDate: day("OPEN_DATE"),
    t0Date: day("T0_DATE"),
    t1Date: day("T1_DATE"),
    qualityDate: day("QA_DATE"),
    handoverOn: day("HO_DATE"),
    acceptanceDate: day("CA_DATE"),
    contractNo: field.text(50),
    contractTerms: field.text(1000),
    contractAmount: field.decimal(2, { unit: "yuan", min: 0, max: 1_000_000_000 }),
    /** Number of shots that the mold must have made before its acceptance by contract. Empty: no such condition. */
    acceptanceShots: field.int({ unit: "shots", min: 1, max: 1_000_000_000 }),
    /** Share of the contract amount that is paid at the acceptance. */
    amountShare: field.decimal(2, { unit: "%", min: 0, max: 100 }),
    modificationTarget: field.int({ min: 0, max: 1000 }),
    remark: field.text(500),
    projectStat: field.choice(projectStat, shown),
    projectResult: field.choice(projectResult, shown),
    /** Why the plan was sent back, paused or cancelled. */
    planNote: field.text(500, shown),
    reviewedBy: field.text(50, shown),
    approvedBy: field.text(50, shown),
    approvedAt: field.time({ wire: "APPROVED_DATE", readOnly: true }),
  },
});

export const newMoldMilestone = defineEntity({
  name: "newMoldMilestone",
  wire: "NEW_MOLD_MILESTONE",
  // Lets the screens of the later milestones read this table, because these screens show the files and the history of
  // its rows.
  access: tableRights(menus.newMoldT0, {
    readOn: [menus.newMoldTrial, menus.newMoldQuality, menus.newMoldHandover, menus.newMoldAcceptance],
  }),
  key: ["moldNo", "milestoneCode"],
  fields: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    /** Code of the milestone: OPEN, T0, T1 … Tn (trials), QA, HO (handover) or CA (contract acceptance). */
    milestoneCode: field.text(10, { required: true }),
    milestoneKind: field.choice(milestoneKind, shown),
    milestoneSeq: field.int(shown),
    firstPlanDate: field.date(shown),
    plannedDate: field.date(shown),
    actualDate: field.date(shown),
    milestoneOwner: field.text(50, shown),
    milestoneStat: field.choice(milestoneStat, shown),
    delayReason: field.text(500, shown),
    trialStat: field.choice(trialStat, shown),
    acceptResult: field.choice(acceptResult, shown),
    milestoneNote: field.text(1000, shown),
    imageUrl: field.text(500, { wire: "IMG_URL", readOnly: true }),
    deviceId: field.text(50, { wire: "DEV_ID", readOnly: true, reference: "BS_DEVICE" }),
    rawMaterial: field.text(100, { wire: "ROW_STOCK", readOnly: true }),
    /** Machine settings of the trial: a list of `TrialParameter`. */
    parameters: field.json(trialParameters),
    sampleCount: field.int({ wire: "SAMPLE_QTY", readOnly: true, min: 0, max: 1_000_000 }),
    sampleNote: field.text(200, shown),
    nextAction: field.text(500, shown),
    dimensionNote: field.text(500, shown),
    appearanceNote: field.text(500, shown),
    sampleReport: field.text(200, shown),
    handoverPlantId: field.text(50, { readOnly: true, reference: "SYS_ORG" }),
    /** Items of the handover pack: a list of `HandoverItem`. */
    handoverItems: field.json(handoverPack),
    givenBy: field.text(50, shown),
    givenAt: field.time({ wire: "GIVEN_DATE", readOnly: true }),
    takenBy: field.text(50, shown),
    takenAt: field.time({ wire: "TAKEN_DATE", readOnly: true }),
    reportedBy: field.text(50, shown),
    reportedAt: field.time({ wire: "REPORTED_DATE", readOnly: true }),
    confirmedBy: field.text(50, shown),
    confirmedAt: field.time({ wire: "CONFIRMED_DATE", readOnly: true }),
    returnReason: field.text(500, shown),
    returnCount: field.int(shown),
    replanCount: field.int(shown),
  },
});
