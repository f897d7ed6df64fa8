import { projectResult, projectStat, trialStat } from "../enumerations.ts";
import { type CommandOutput, defineCommand, defineEnum, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { trialParameters } from "../trial/parameters.ts";
import { handoverPack } from "./handover-items.ts";
import { newMoldModification } from "./modification.entity.ts";
import {
  acceptResult,
  handoverSide,
  milestoneKind,
  milestoneStat,
  newMoldMilestone,
  newMoldPlan,
} from "./new-mold.entity.ts";

const moldNo = field.text(50, { required: true });
const planKey = { moldNo } as const;
const planRight = right(menus.newMoldT0, "M");
const planNote = field.text(500, { required: true });

export const reviewNewMold = defineCommand({
  type: "rf_ReviewNewMold",
  access: planRight,
  input: planKey,
  output: planKey,
  secondPerson: { notNeeded: "The first of two steps. Another user approves the plan." },
});
/**
 * Approves the reviewed plan of a new mold.
 */
export const approveNewMold = defineCommand({
  type: "rf_ApproveNewMold",
  access: planRight,
  input: planKey,
  output: planKey,
  secondPerson: { entity: newMoldPlan, match: { moldNo: "moldNo" }, notBy: ["reviewedBy"] },
});
export const returnNewMold = defineCommand({
  type: "rf_ReturnNewMold",
  access: planRight,
  input: { moldNo, planNote },
  output: planKey,
  secondPerson: { notNeeded: "Sends a plan back to its draft and approves nothing." },
});
export const pauseNewMold = defineCommand({
  type: "rf_PauseNewMold",
  access: planRight,
  input: { moldNo, planNote },
  output: planKey,
});
export const resumeNewMold = defineCommand({
  type: "rf_ResumeNewMold",
  access: planRight,
  input: planKey,
  output: planKey,
});
export const cancelNewMold = defineCommand({
  type: "rf_CancelNewMold",
  access: planRight,
  input: { moldNo, planNote },
  output: planKey,
});

/**
 * Right M on any screen of milestones. The server then also checks the right on the screen that belongs to the
 * milestone's kind.
 */
const mayModify = right(menus.newMoldT0, "M", {
  others: [menus.newMoldTrial, menus.newMoldHandover, menus.newMoldAcceptance, menus.newMoldQuality],
});
const milestoneKey = { moldNo, milestoneCode: field.text(10, { required: true }) };

/** Reports the result of a milestone. The result may be reported again until the milestone is confirmed. */
export const reportMilestone = defineCommand({
  type: "rf_ReportMilestone",
  access: mayModify,
  input: {
    ...milestoneKey,
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
    parameters: field.json(trialParameters),
    handoverItems: field.json(handoverPack),
    nextAction: field.text(500),
    imageUrl: field.text(500, {
      wire: "IMG_URL",
      filesOf: { table: "NEW_MOLD_MILESTONE", key: ["moldNo", "milestoneCode"] },
    }),
  },
  output: milestoneKey,
});
/**
 * Confirms that a reported milestone is complete. Spec admin §8 calls this "confirm mold trial complete" and "confirm
 * acceptance complete".
 */
export const confirmMilestone = defineCommand({
  type: "rf_ConfirmMilestone",
  access: mayModify,
  /**
   * `nextTrialDate` is required after a failed trial (`needsNextTrial`), and otherwise not allowed. The command adds a
   * further trial on this day to the plan.
   */
  input: { ...milestoneKey, nextTrialDate: field.date() },
  output: milestoneKey,
  secondPerson: {
    entity: newMoldMilestone,
    match: { moldNo: "moldNo", milestoneCode: "milestoneCode" },
    notBy: ["reportedBy"],
  },
});
export const returnMilestone = defineCommand({
  type: "rf_ReturnMilestone",
  access: mayModify,
  input: { ...milestoneKey, returnReason: field.text(500, { required: true }) },
  output: milestoneKey,
  secondPerson: { notNeeded: "Withdraws a report and confirms nothing." },
});
/**
 * Changes the planned day and the owner of a milestone. The first planned day stays stored, because on-time rates use
 * that day.
 */
export const replanMilestone = defineCommand({
  type: "rf_ReplanMilestone",
  access: mayModify,
  input: {
    ...milestoneKey,
    plannedDate: field.date({ required: true }),
    milestoneOwner: field.text(50),
    delayReason: field.text(500),
    /** If true, the later milestones of the mold move by the same number of days. */
    shiftRest: field.flag(),
  },
  output: milestoneKey,
});
/** Adds a further trial to a new mold's plan, after the last trial. */
export const addNewTrial = defineCommand({
  type: "rf_AddNewMoldTrial",
  access: right(menus.newMoldTrial, "M"),
  input: { moldNo, plannedDate: field.date({ required: true }), milestoneOwner: field.text(50) },
  output: milestoneKey,
});
export const signHandover = defineCommand({
  type: "rf_SignHandover",
  access: right(menus.newMoldHandover, "M"),
  input: { moldNo, handoverSide: field.choice(handoverSide, { required: true }) },
  output: milestoneKey,
  secondPerson: { notNeeded: "The two sides sign, and refuseSign demands two users without exception." },
});

const modificationRight = right(menus.newMoldModification, "M");
const modificationId = field.text(50, { wire: "MOD_ID", required: true });
const modificationKey = { modificationId } as const;
export const submitModification = defineCommand({
  type: "rf_SubmitModification",
  access: modificationRight,
  input: modificationKey,
  output: modificationKey,
});
export const withdrawModification = defineCommand({
  type: "rf_WithdrawModification",
  access: modificationRight,
  input: modificationKey,
  output: modificationKey,
});
export const auditModification = defineCommand({
  type: "rf_AuditModification",
  access: modificationRight,
  input: modificationKey,
  output: modificationKey,
  secondPerson: {
    entity: newMoldModification,
    match: { modificationId: "modificationId" },
    notBy: ["submittedBy"],
  },
});
/** Finishes a design change and records its last day, duration and cost. */
export const finishModification = defineCommand({
  type: "rf_FinishModification",
  access: modificationRight,
  input: {
    modificationId,
    finishedOn: field.date({ wire: "FINISH_DATE", required: true }),
    modificationDays: field.int({ wire: "MOD_DAYS", unit: "days", required: true, min: 0, max: 1000 }),
    modificationCost: field.decimal(2, { wire: "MOD_COST", unit: "yuan", min: 0, max: 1_000_000_000 }),
    modificationResult: field.text(1000, { wire: "MOD_RESULT", required: true }),
    imageUrl: field.text(500, {
      wire: "IMG_URL",
      filesOf: { table: "NEW_MOLD_MODIFICATION", key: ["modificationId"] },
    }),
  },
  output: modificationKey,
  secondPerson: { notNeeded: "Records the result of a design change that a second person audited." },
});

const readRight = right(menus.newMoldT0, "Q", {
  others: [
    menus.newMoldTrial,
    menus.newMoldHandover,
    menus.newMoldAchievement,
    menus.newMoldAcceptance,
    menus.newMoldModification,
    menus.newMoldQuality,
  ],
});
/** Returns the time lines of plans of new molds. The input can select one mold, one project, or only running plans. */
export const newMoldLines = defineCommand({
  type: "rf_NewMoldLines",
  isReport: true,
  access: readRight,
  input: { projectNo: field.text(50), moldNo: field.text(50), onlyRunning: field.flag() },
  output: {
    today: field.date({ required: true }),
    /** Number of all plans that match the input. `lines` is limited to the most urgent ones; running plans go first. */
    lineCount: field.int({ required: true }),
    lines: output.rows({
      moldNo,
      moldName: field.text(100),
      makerName: field.text(100, { wire: "MAKE_NAME" }),
      projectNo: field.text(50),
      projectName: field.text(100),
      projectStat: field.choice(projectStat, { required: true }),
      projectResult: field.choice(projectResult, { required: true }),
      milestones: output.rows({
        milestoneCode: field.text(10, { required: true }),
        milestoneKind: field.choice(milestoneKind, { required: true }),
        milestoneStat: field.choice(milestoneStat, { required: true }),
        firstPlanDate: field.date({ required: true }),
        plannedDate: field.date({ required: true }),
        actualDate: field.date(),
      }),
    }),
  },
});
/** Lists the projects with new molds. Projects with more overdue molds come first. */
export const newMoldProjects = defineCommand({
  type: "rf_NewMoldProjects",
  isReport: true,
  access: readRight,
  input: {},
  output: output.rows({
    projectNo: field.text(50, { required: true }),
    projectName: field.text(100),
    /** Number of the project's molds that have a plan. */
    molds: field.int({ required: true }),
    /** Number of the project's molds with a running plan in which a milestone is overdue. */
    late: field.int({ required: true }),
  }),
});

export type PlanLine = CommandOutput<typeof newMoldLines>["lines"][number];
export type PlanMilestone = PlanLine["milestones"][number];

export const achievementBy = defineEnum("achievementBy", {
  maker: "maker",
  projectManager: "projectManager",
  project: "project",
  month: "month",
});
/** Counts the handovers that were on time or late by the first plan, for each maker, manager, project or month. */
export const handoverAchievement = defineCommand({
  type: "rf_HandoverAchievement",
  isReport: true,
  access: right(menus.newMoldAchievement, "Q"),
  input: {
    achievementBy: field.choice(achievementBy, { wire: "GROUP_BY", required: true }),
    /** First day of the period. A handover belongs to the period if its first planned day lies within the period. */
    periodFrom: field.date({ required: true }),
    /** Last day of the period, inclusive. */
    periodTo: field.date({ required: true }),
  },
  output: output.rows({
    /**
     * Id of the maker, manager, project or month of the group. Empty for molds that have no maker, manager or project.
     */
    key: field.text(100, { required: true }),
    name: field.text(100),
    /** Number of handovers whose first planned day lies within the period and that are done or overdue. */
    due: field.int({ required: true }),
    onTime: field.int({ required: true }),
    late: field.int({ required: true }),
    /** Number of handovers that are overdue and not done yet. */
    openLate: field.int({ required: true }),
    /** Number of handovers in the future: neither done nor overdue. On-time rates leave them out. */
    ahead: field.int({ required: true }),
    meanLateDays: field.decimal(1, { unit: "days" }),
  }),
});
export type Achievement = CommandOutput<typeof handoverAchievement>[number];
