import { auditStat, trialStat } from "../enumerations.ts";
import { defineEntity, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { trialParameters } from "./parameters.ts";

/** A trial of a mold that is already in production, with its reason, machine, material, settings and result. */
export const moldTrial = defineEntity({
  name: "moldTrial",
  wire: "MOLD_TRIAL",
  access: tableRights(menus.oldMoldTrial),
  key: ["trialId"],
  fields: {
    trialId: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    trialReason: field.text(500, { required: true }),
    requester: field.text(50),
    trialDate: field.time({ wire: "PLAN_DATE", required: true }),
    deviceId: field.text(50, { wire: "DEV_ID", reference: "BS_DEVICE" }),
    rawMaterial: field.text(100, { wire: "ROW_STOCK" }),
    /** Machine settings of the trial: a list of `TrialParameter`, checked by `readParameters`. */
    parameters: field.json(trialParameters),
    remark: field.text(500),
    auditStat: field.choice(auditStat, { readOnly: true }),
    submittedBy: field.text(50, { readOnly: true }),
    submittedAt: field.time({ wire: "SUBMITTED_DATE", readOnly: true }),
    auditedBy: field.text(50, { readOnly: true }),
    auditedAt: field.time({ wire: "AUDITED_DATE", readOnly: true }),
    /** Start of the trial. The mold's shots from then on count for the trial. */
    startedAt: field.time({ wire: "START_TIME", readOnly: true }),
    /** End of the trial. Later shots of the mold do not count for the trial. */
    endedAt: field.time({ wire: "END_TIME", readOnly: true }),
    trialStat: field.choice(trialStat, { readOnly: true }),
    findings: field.text(1000, { readOnly: true }),
    imageUrl: field.text(500, { wire: "IMG_URL", readOnly: true }),
    sampleCount: field.int({ wire: "SAMPLE_QTY", readOnly: true, min: 0, max: 1_000_000 }),
    sampleNote: field.text(200, { readOnly: true }),
    closedBy: field.text(50, { readOnly: true }),
    closedAt: field.time({ wire: "CLOSED_DATE", readOnly: true }),
  },
});
