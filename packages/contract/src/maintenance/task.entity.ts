import { defineEntity, defineEnum, field } from "../kernel/index.ts";

export const taskState = defineEnum("taskState", {
  comingUp: 0,
  due: 1,
  deferred: 2,
  overdue: 3,
  done: 4,
  /** Major maintenance only: begun, and the mold is in repair; done, and waiting for its acceptance. */
  working: 5,
  submitted: 6,
  /** Deleted: it is in no list any more, and stays for the record. */
  removed: 7,
});
export const taskKind = defineEnum("taskKind", { daily: 1, major: 2 });
/** What a task comes from: the ledger's run hours or shots, a plan made by hand, or a mold that broke down. */
export const taskSource = defineEnum("taskSource", { hours: 0, shots: 1, manual: 2, breakdown: 3 });

/** A maintenance task, raised from the run hours and shots that the ledger reports, or by hand. */
export const maintenanceTask = defineEntity({
  name: "maintenanceTask",
  wire: "MAINTAIN_TASK",
  menu: "MT101",
  also: ["MT102"],
  key: ["taskId"],
  fields: {
    taskId: field.text(30, { readOnly: true }),
    kind: field.choice(taskKind, { wire: "MT_TYPE", readOnly: true }),
    moldNo: field.text(50, { readOnly: true, reference: "BS_MOLD" }),
    state: field.choice(taskState, { wire: "MT_STAT", readOnly: true }),
    taskSource: field.choice(taskSource, { wire: "MT_SOURCE", readOnly: true }),
    /** Run hours since the last maintenance at which the task was raised, and the interval then in force. */
    runHours: field.decimal(1, { unit: "h", readOnly: true }),
    intervalHours: field.decimal(1, { unit: "h", readOnly: true }),
    /** The same in shots, where the mold has an interval in shots. */
    runShots: field.int({ unit: "shots", readOnly: true }),
    intervalShots: field.int({ unit: "shots", readOnly: true }),
    raisedAt: field.time({ wire: "RAISED_TIME", readOnly: true }),
    /** What is to be done, or what was found: of a task made by hand. */
    taskReason: field.text(500, { readOnly: true }),
    planDate: field.date({ readOnly: true }),
    assignee: field.text(50, { readOnly: true }),
    deferredUntil: field.time({ wire: "DEFER_TIME", readOnly: true }),
    deferReason: field.text(200, { readOnly: true }),
    deferCount: field.int({ readOnly: true }),
    deferLimit: field.int({ wire: "MAINTAIN_TIMES", readOnly: true }),
    isDelay: field.flag({ readOnly: true }),
    overdueAt: field.time({ wire: "OVERDUE_TIME", readOnly: true }),
    startedAt: field.time({ wire: "START_TIME", readOnly: true }),
    beganBy: field.text(50, { wire: "STARTED_BY", readOnly: true }),
    content: field.text(1000, { wire: "MAINTAIN_CONTENT", readOnly: true }),
    imageUrl: field.text(500, { wire: "IMG_URL", readOnly: true }),
    /** Item by item, as `resultsOf` reads it. */
    results: field.json(),
    replaced: field.text(500, { readOnly: true }),
    cost: field.decimal(2, { unit: "yuan", readOnly: true, min: 0, max: 100_000_000 }),
    minutes: field.int({ unit: "min", readOnly: true, min: 0, max: 100_000 }),
    /** When the work was done; of a major one the acceptance comes after it. */
    doneAt: field.time({ wire: "DONE_TIME", readOnly: true }),
    doneBy: field.text(50, { readOnly: true }),
    /** The mold's count when it was done: the new baseline. */
    doneCount: field.int({ unit: "shots", readOnly: true }),
    acceptedAt: field.time({ wire: "ACCEPT_TIME", readOnly: true }),
    acceptedBy: field.text(50, { wire: "ACCEPT_BY", readOnly: true }),
    acceptNote: field.text(200, { readOnly: true }),
    sentBackCount: field.int({ readOnly: true }),
    sendBackReason: field.text(200, { readOnly: true }),
  },
});
