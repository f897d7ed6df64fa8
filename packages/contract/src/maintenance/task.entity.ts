import { defineEntity, defineEnum, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const taskState = defineEnum("taskState", {
  comingUp: 0,
  due: 1,
  deferred: 2,
  overdue: 3,
  done: 4,
  /** Major maintenance only: the work has started, and the mold is in repair. */
  working: 5,
  /** Major maintenance only: the work is done and waits for acceptance. */
  submitted: 6,
  /** A user deleted the task. The task stays in the database, but no list shows it. */
  removed: 7,
});
export const taskKind = defineEnum("taskKind", { daily: 1, major: 2 });
/** Reason why a task exists: run hours, shots, a user's plan, or a breakdown. */
export const taskSource = defineEnum("taskSource", { hours: 0, shots: 1, manual: 2, breakdown: 3 });

/**
 * A maintenance task. A job creates it when the mold's run hours or shots reach the maintenance interval. Users can
 * also add tasks.
 */
export const maintenanceTask = defineEntity({
  name: "maintenanceTask",
  wire: "MAINTAIN_TASK",
  access: tableRights(menus.dailyMaintenance, { readOn: [menus.majorMaintenance] }),
  key: ["taskId"],
  fields: {
    taskId: field.text(30, { readOnly: true }),
    kind: field.choice(taskKind, { wire: "MT_TYPE", readOnly: true }),
    moldNo: field.text(50, { readOnly: true, reference: "BS_MOLD" }),
    state: field.choice(taskState, { wire: "MT_STAT", readOnly: true }),
    taskSource: field.choice(taskSource, { wire: "MT_SOURCE", readOnly: true }),
    /**
     * Run hours of the mold since its last maintenance. Open task: up to the time when the task was raised or fell due.
     * Finished task: up to the end of the work. Null for an open task that a user added.
     */
    runHours: field.decimal(1, { unit: "h", readOnly: true }),
    /** The mold's maintenance interval, in hours, when the task was raised. Null for a task that a user added. */
    intervalHours: field.decimal(1, { unit: "h", readOnly: true }),
    /**
     * Shots of the mold since its last maintenance. Open task: up to the time when the task was raised or fell due.
     * Finished task: up to the end of the work. Null for an open task if the mold has no interval in shots, or if a
     * user added the task.
     */
    runShots: field.int({ unit: "shots", readOnly: true }),
    /**
     * The mold's maintenance interval, in shots, when the task was raised. Null if the mold had no interval in shots,
     * or if a user added the task.
     */
    intervalShots: field.int({ unit: "shots", readOnly: true }),
    raisedAt: field.time({ wire: "RAISED_TIME", readOnly: true }),
    /** The work to do or the problem found. Empty for tasks that the job created. */
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
    /** Results of the task's checklist, a list that `readResults` parses. */
    results: field.json(),
    replaced: field.text(500, { readOnly: true }),
    cost: field.decimal(2, { unit: "yuan", readOnly: true, min: 0, max: 100_000_000 }),
    minutes: field.int({ unit: "min", readOnly: true, min: 0, max: 100_000 }),
    /** Time at which the work was done. In major maintenance, its acceptance follows later. */
    doneAt: field.time({ wire: "DONE_TIME", readOnly: true }),
    doneBy: field.text(50, { readOnly: true }),
    /** Total shots of the mold when the work was done. */
    doneCount: field.int({ unit: "shots", readOnly: true }),
    acceptedAt: field.time({ wire: "ACCEPT_TIME", readOnly: true }),
    acceptedBy: field.text(50, { wire: "ACCEPT_BY", readOnly: true }),
    acceptNote: field.text(200, { readOnly: true }),
    sentBackCount: field.int({ readOnly: true }),
    sendBackReason: field.text(200, { readOnly: true }),
  },
});
