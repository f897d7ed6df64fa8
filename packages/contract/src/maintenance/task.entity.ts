import { defineEntity, defineEnum, field } from "../kernel/index.ts";

export const taskState = defineEnum("taskState", { comingUp: 0, due: 1, deferred: 2, overdue: 3, done: 4 });
export const taskKind = defineEnum("taskKind", { daily: 1, major: 2 });

/** A maintenance task, raised from the run hours that the ledger reports. */
export const maintenanceTask = defineEntity({
  name: "maintenanceTask",
  wire: "MAINTAIN_TASK",
  menu: "MT101",
  key: ["taskId"],
  fields: {
    taskId: field.text(30, { readOnly: true }),
    kind: field.choice(taskKind, { wire: "MT_TYPE", readOnly: true }),
    moldNo: field.text(50, { readOnly: true, reference: "BS_MOLD" }),
    state: field.choice(taskState, { wire: "MT_STAT", readOnly: true }),
    /** Run hours since the last maintenance at which the task was raised, and the interval then in force. */
    runHours: field.decimal(1, { unit: "h", readOnly: true }),
    intervalHours: field.decimal(1, { unit: "h", readOnly: true }),
    raisedAt: field.time({ wire: "RAISED_TIME", readOnly: true }),
    deferredUntil: field.time({ wire: "DEFER_TIME", readOnly: true }),
    deferReason: field.text(200, { readOnly: true }),
    deferCount: field.int({ readOnly: true }),
    deferLimit: field.int({ wire: "MAINTAIN_TIMES", readOnly: true }),
    isDelay: field.flag({ readOnly: true }),
    content: field.text(1000, { wire: "MAINTAIN_CONTENT", readOnly: true }),
    imageUrl: field.text(500, { wire: "IMG_URL", readOnly: true }),
    minutes: field.int({ unit: "min", readOnly: true, min: 0, max: 100_000 }),
    doneAt: field.time({ wire: "DONE_TIME", readOnly: true }),
    doneBy: field.text(50, { readOnly: true }),
    /** The mold's count when it was done: the new baseline. */
    doneCount: field.int({ unit: "shots", readOnly: true }),
  },
});
