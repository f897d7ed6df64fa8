import { counterChangeStat } from "../enumerations.ts";
import { defineCommand, defineEntity, defineQuery, field, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { countPreview } from "../mold/count-preview.ts";
import { judgement } from "./counter.commands.ts";

const changeId = field.int({ required: true });

/**
 * A request to replace the counter of a mold. A second person approves or rejects the request. Only commands write this
 * table.
 */
export const counterChange = defineEntity({
  name: "counterChange",
  wire: "BS_WRITER_CHANGE",
  access: tableRights(menus.binding),
  key: ["changeId"],
  fields: {
    changeId: field.int({ readOnly: true }),
    moldNo: field.text(50, { readOnly: true, reference: "BS_MOLD" }),
    writerId: field.text(50, { readOnly: true, reference: "BS_WRITER" }),
    newWriterId: field.text(50, { readOnly: true, reference: "BS_WRITER" }),
    stoppedAt: field.time({ wire: "STOP_TIME", readOnly: true }),
    oldCount: field.int({ readOnly: true, unit: "shots" }),
    boundAt: field.time({ wire: "BIND_TIME", readOnly: true }),
    newCount: field.int({ readOnly: true, unit: "shots" }),
    /** True: approval also adds an estimate of the missed shots (shots that no counter counted) to the mold's total. */
    addMissed: field.flag({ readOnly: true }),
    reason: field.text(200, { readOnly: true }),
    approval: field.choice(counterChangeStat, { wire: "C_STAT", readOnly: true }),
    judgedBy: field.text(50, { readOnly: true }),
    judgedAt: field.time({ wire: "JUDGED_TIME", readOnly: true }),
    auditNote: field.text(200, { readOnly: true }),
  },
});

export const counterChangeList = defineQuery({
  menu: menus.binding,
  id: "Q02",
  access: right(menus.binding, "Q"),
  key: ["changeId"],
  columns: {
    ...counterChange.fields,
    moldName: field.text(100, { virtual: true }),
    plantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
  },
});

/** Approves or rejects a request to replace a counter. Approval replaces the counter at once. */
export const judgeReplacement = defineCommand({
  type: "rf_JudgeReplacement",
  access: right(menus.binding, "M"),
  input: { changeId, ...judgement },
  output: { changeId },
  preview: countPreview,
  secondPerson: {
    entity: counterChange,
    match: { changeId: "changeId" },
    notBy: ["createdBy"],
    refusal: "ownRequest",
  },
});
