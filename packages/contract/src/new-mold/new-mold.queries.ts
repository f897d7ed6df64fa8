import { defineQuery, field, pick, right } from "../kernel/index.ts";
import { type MenuId, menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { newMoldMilestone, newMoldPlan } from "./new-mold.entity.ts";

/**
 * Columns of a milestone with its plan and its mold. Several screens use these columns, each for different kinds of
 * milestones.
 */
const columns = {
  ...newMoldMilestone.fields,
  ...pick(
    newMoldPlan,
    "planOwner",
    "openingDate",
    "t0Date",
    "t1Date",
    "qualityDate",
    "handoverOn",
    "acceptanceDate",
    "contractNo",
    "contractTerms",
    "contractAmount",
    "acceptanceShots",
    "amountShare",
    "modificationTarget",
    "remark",
    "projectStat",
    "projectResult",
    "planNote",
    "reviewedBy",
    "approvedBy",
    "approvedAt",
  ),
  ...pick(
    mold,
    "moldName",
    "oemId",
    "oemName",
    "plantId",
    "plantName",
    "makerId",
    "makerName",
    "projectNo",
    "projectName",
    "projectManager",
    "moldPm",
    "countTimes",
  ),
  deviceName: field.text(100, { wire: "DEV_NAME", virtual: true }),
  handoverPlantName: field.text(100, { virtual: true }),
  givenByName: field.text(100, { virtual: true }),
  takenByName: field.text(100, { virtual: true }),
  /**
   * Days from the originally planned day to the actual day, or to today if the milestone is not reached. Never
   * negative.
   */
  lateDays: field.int({ unit: "days", virtual: true }),
  /** True if the milestone of a running plan is not reached and its current planned day has passed. */
  isBehind: field.flag({ virtual: true }),
  /**
   * Code of the first earlier milestone that is not confirmed. The earlier milestone must be confirmed before this
   * milestone.
   */
  blockedBy: field.text(10, { virtual: true }),
  /** Code of the last trial if that trial failed; otherwise null. */
  failedTrial: field.text(10, { virtual: true }),
  acceptanceAmount: field.decimal(2, { unit: "yuan", virtual: true }),
  shotsReached: field.decimal(1, { unit: "%", virtual: true }),
  modificationCount: field.int({ virtual: true }),
  planUpdated: field.time({ virtual: true }),
};

const view = <const M extends MenuId>(menu: M) =>
  defineQuery({ menu, id: "Q01", access: right(menu, "Q"), key: ["moldNo", "milestoneCode"], columns });

export const t0List = view(menus.newMoldT0);
export const newTrialList = view(menus.newMoldTrial);
export const handoverList = view(menus.newMoldHandover);
export const achievementList = defineQuery({
  menu: menus.newMoldAchievement,
  id: "Q01",
  access: right(menus.newMoldAchievement, "Q"),
  key: ["moldNo", "milestoneCode"],
  columns: pick(
    { fields: columns },
    "moldNo",
    "milestoneCode",
    "milestoneStat",
    "firstPlanDate",
    "plannedDate",
    "actualDate",
    "lateDays",
    "isBehind",
    "delayReason",
    "projectResult",
    "moldName",
    "makerId",
    "makerName",
    "projectNo",
    "projectName",
    "projectManager",
    "handoverPlantName",
  ),
});
export const acceptanceList = view(menus.newMoldAcceptance);
export const qualityList = view(menus.newMoldQuality);
