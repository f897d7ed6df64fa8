import { device } from "../basic/device.entity.ts";
import { mold } from "../basic/mold.entity.ts";
import { defineQuery, field, pick } from "../kernel/index.ts";
import { newMoldMilestone, newMoldPlan } from "./newmold.entity.ts";

/** A milestone with its plan and its mold: what every screen of new molds shows a part of. */
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
    "approvedBy",
    "approvedAt",
  ),
  ...pick(
    mold,
    "moldName",
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
  deviceName: device.fields.deviceName,
  handoverPlantName: field.text(100, { virtual: true }),
  /** Whole days after the first plan: of what was reached, or until today. */
  lateDays: field.int({ unit: "days", virtual: true }),
  isBehind: field.flag({ virtual: true }),
  /** The first milestone before this one that is not confirmed. */
  blockedBy: field.text(10, { virtual: true }),
  /** The last trial, if it failed. */
  failedTrial: field.text(10, { virtual: true }),
  acceptanceAmount: field.decimal(2, { unit: "yuan", virtual: true }),
  shotsReached: field.decimal(1, { unit: "%", virtual: true }),
  modificationCount: field.int({ virtual: true }),
  planUpdated: field.time({ virtual: true }),
};

const view = <const M extends string>(menu: M) =>
  defineQuery({ menu, id: "Q01", key: ["moldNo", "milestoneCode"], columns });

export const t0List = view("NM101");
export const newTrialList = view("NM102");
export const handoverList = view("NM103");
export const achievementList = defineQuery({
  menu: "NM104",
  id: "Q01",
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
export const acceptanceList = view("NM105");
export const qualityList = view("NM107");
