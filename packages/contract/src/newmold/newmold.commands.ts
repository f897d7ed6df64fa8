import { type projectResult, type projectStat, trialStat } from "../enumerations.ts";
import { defineCommand, defineEnum, type EnumValue, field } from "../kernel/index.ts";
import { acceptResult, handoverSide, type milestoneKind, type milestoneStat } from "./newmold.entity.ts";

interface PlanKey {
  readonly MOLD_NO: string;
}
interface MilestoneKey extends PlanKey {
  readonly MILESTONE_CODE: string;
}
interface ModificationKey {
  readonly MOD_ID: string;
}

const moldNo = field.text(50, { required: true });
const planRight = { menu: "NM101", action: "M" } as const;
const planNote = field.text(500, { required: true });

export const reviewNewMold = defineCommand<PlanKey>()({
  type: "rf_ReviewNewMold",
  right: planRight,
  input: { moldNo },
});
/** From here on the first plan is fixed. */
export const approveNewMold = defineCommand<PlanKey>()({
  type: "rf_ApproveNewMold",
  right: planRight,
  input: { moldNo },
});
export const returnNewMold = defineCommand<PlanKey>()({
  type: "rf_ReturnNewMold",
  right: planRight,
  input: { moldNo, planNote },
});
export const pauseNewMold = defineCommand<PlanKey>()({
  type: "rf_PauseNewMold",
  right: planRight,
  input: { moldNo, planNote },
});
export const resumeNewMold = defineCommand<PlanKey>()({
  type: "rf_ResumeNewMold",
  right: planRight,
  input: { moldNo },
});
export const cancelNewMold = defineCommand<PlanKey>()({
  type: "rf_CancelNewMold",
  right: planRight,
  input: { moldNo, planNote },
});

/** M of the screen that shows the milestone is asked for: the server looks once more at which one it is. */
const right = { menu: "NM101", also: ["NM102", "NM103", "NM105", "NM107"], action: "M" } as const;
const key = { moldNo, milestoneCode: field.text(10, { required: true }) };

/** What came of a milestone; may be said again until it is confirmed. */
export const reportMilestone = defineCommand<MilestoneKey>()({
  type: "rf_ReportMilestone",
  right,
  input: {
    ...key,
    actualDate: field.date({ required: true }),
    delayReason: field.text(500),
    trialStat: field.choice(trialStat),
    acceptResult: field.choice(acceptResult),
    handoverPlantId: field.text(50),
    milestoneNote: field.text(1000, { required: true }),
    deviceId: field.text(50, { wire: "DEV_ID" }),
    rawMaterial: field.text(100, { wire: "ROW_STOCK" }),
    sampleCount: field.int({ wire: "SAMPLE_QTY", min: 0, max: 1_000_000 }),
    sampleNote: field.text(200),
    dimensionNote: field.text(500),
    appearanceNote: field.text(500),
    sampleReport: field.text(200),
    parameters: field.json(),
    handoverItems: field.json(),
    nextAction: field.text(500),
    imageUrl: field.text(500, { wire: "IMG_URL" }),
  },
});
/** 'confirm mold trial complete', 'confirm acceptance complete' (spec admin §8). */
export const confirmMilestone = defineCommand<MilestoneKey>()({
  type: "rf_ConfirmMilestone",
  right,
  /** When the next trial is to be, where this one failed. */
  input: { ...key, nextTrialDate: field.date() },
});
export const returnMilestone = defineCommand<MilestoneKey>()({
  type: "rf_ReturnMilestone",
  right,
  input: { ...key, returnReason: field.text(500, { required: true }) },
});
/** Another day, and whose it is; the first plan stays. */
export const replanMilestone = defineCommand<MilestoneKey>()({
  type: "rf_ReplanMilestone",
  right,
  input: {
    ...key,
    plannedDate: field.date({ required: true }),
    milestoneOwner: field.text(50),
    delayReason: field.text(500),
    /** What comes after it moves by as many days. */
    shiftRest: field.flag(),
  },
});
/** One more trial after the last. */
export const addNewTrial = defineCommand<MilestoneKey>()({
  type: "rf_AddNewMoldTrial",
  right: { menu: "NM102", action: "M" },
  input: { moldNo, plannedDate: field.date({ required: true }), milestoneOwner: field.text(50) },
});
export const signHandover = defineCommand<MilestoneKey>()({
  type: "rf_SignHandover",
  right: { menu: "NM103", action: "M" },
  input: { moldNo, handoverSide: field.choice(handoverSide, { required: true }) },
});

const modRight = { menu: "NM106", action: "M" } as const;
const modificationId = field.text(50, { wire: "MOD_ID", required: true });
export const submitModification = defineCommand<ModificationKey>()({
  type: "rf_SubmitModification",
  right: modRight,
  input: { modificationId },
});
export const withdrawModification = defineCommand<ModificationKey>()({
  type: "rf_WithdrawModification",
  right: modRight,
  input: { modificationId },
});
export const auditModification = defineCommand<ModificationKey>()({
  type: "rf_AuditModification",
  right: modRight,
  input: { modificationId },
});
/** It is done: when, how many days and how much money it took. */
export const finishModification = defineCommand<ModificationKey>()({
  type: "rf_FinishModification",
  right: modRight,
  input: {
    modificationId,
    finishedOn: field.date({ wire: "FINISH_DATE", required: true }),
    modificationDays: field.int({ wire: "MOD_DAYS", unit: "days", required: true, min: 0, max: 1000 }),
    modificationCost: field.decimal(2, { wire: "MOD_COST", unit: "yuan", min: 0, max: 1_000_000_000 }),
    modificationResult: field.text(1000, { wire: "MOD_RESULT", required: true }),
    imageUrl: field.text(500, { wire: "IMG_URL" }),
  },
});

export interface PlanBar {
  readonly MILESTONE_CODE: string;
  readonly MILESTONE_KIND: EnumValue<typeof milestoneKind>;
  readonly MILESTONE_STAT: EnumValue<typeof milestoneStat>;
  readonly FIRST_PLAN_DATE: string;
  readonly PLANNED_DATE: string;
  readonly ACTUAL_DATE: string | null;
}
export interface PlanLine {
  readonly MOLD_NO: string;
  readonly MOLD_NAME: string | null;
  readonly MAKE_NAME: string | null;
  readonly PROJECT_NO: string | null;
  readonly PROJECT_NAME: string | null;
  readonly PROJECT_STAT: EnumValue<typeof projectStat>;
  readonly PROJECT_RESULT: EnumValue<typeof projectResult>;
  readonly MILESTONES: readonly PlanBar[];
}
const lookRight = {
  menu: "NM101",
  also: ["NM102", "NM103", "NM104", "NM105", "NM106", "NM107"],
  action: "Q",
} as const;
/** The time lines of a project's new molds, or of one. */
export const newMoldLines = defineCommand<{ readonly TODAY: string; readonly LINES: readonly PlanLine[] }>()({
  type: "rf_NewMoldLines",
  right: lookRight,
  input: { projectNo: field.text(50), moldNo: field.text(50) },
});
export interface PlanProject {
  readonly PROJECT_NO: string;
  readonly PROJECT_NAME: string | null;
  readonly MOLDS: number;
  readonly LATE: number;
}
export const newMoldProjects = defineCommand<readonly PlanProject[]>()({
  type: "rf_NewMoldProjects",
  right: lookRight,
  input: {},
});

export const achievementBy = defineEnum("achievementBy", {
  maker: "maker",
  projectManager: "projectManager",
  project: "project",
  month: "month",
});
export interface Achievement {
  readonly KEY: string;
  readonly NAME: string | null;
  /** Handovers whose first plan falls into the period. */
  readonly DUE: number;
  readonly ON_TIME: number;
  readonly LATE: number;
  /** Of those that are late, the ones that have not been handed over yet. */
  readonly OPEN_LATE: number;
  /** Not yet due, and not handed over: in no rate. */
  readonly AHEAD: number;
  readonly MEAN_LATE_DAYS: number | null;
}
/** Were molds handed over when it was planned first? */
export const handoverAchievement = defineCommand<readonly Achievement[]>()({
  type: "rf_HandoverAchievement",
  right: { menu: "NM104", action: "Q" },
  input: {
    achievementBy: field.choice(achievementBy, { wire: "GROUP_BY", required: true }),
    /** Days of the first plan, both inclusive. */
    periodFrom: field.date({ required: true }),
    periodTo: field.date({ required: true }),
  },
});
