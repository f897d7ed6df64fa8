import { defineCommand, defineEnum, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { resultFields, type WireResult } from "./checklist.rules.ts";
import { usedPartFields, type WireUsedPart } from "./part.entity.ts";
import { maintenanceTask, taskKind } from "./task.entity.ts";

/**
 * Right M on the screen of daily or of major maintenance. This declaration accepts either, because both kinds of tasks
 * use the same commands. The server then checks the screen of the task's own kind.
 */
export const mayModify = right(menus.dailyMaintenance, "M", { others: [menus.majorMaintenance] });
const taskId = field.text(30, { required: true });
const key = { taskId } as const;

/** Reasons of a task that a user may choose: planned work or a breakdown. */
export const handSource = defineEnum("handSource", { manual: 2, breakdown: 3 });

export const addTask = defineCommand({
  type: "rf_AddTask",
  access: right(menus.dailyMaintenance, "A", { others: [menus.majorMaintenance] }),
  input: {
    kind: field.choice(taskKind, { wire: "MT_TYPE", required: true }),
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    handSource: field.choice(handSource, { wire: "MT_SOURCE", required: true }),
    taskReason: field.text(500, { required: true }),
    planDate: field.date(),
    assignee: field.text(50),
  },
  output: key,
});

/** Sets the planned day and the assignee of a task. An empty input field clears the stored value. */
export const planTask = defineCommand({
  type: "rf_PlanTask",
  access: mayModify,
  input: { taskId, planDate: field.date(), assignee: field.text(50) },
  output: key,
});

/** Starts a task of major maintenance. From then on, the mold's service state is "in repair". */
export const startTask = defineCommand({
  type: "rf_StartTask",
  access: mayModify,
  input: key,
  output: key,
});

export const finishTask = defineCommand({
  type: "rf_FinishTask",
  access: mayModify,
  offline: true,
  input: {
    taskId,
    content: field.text(1000, { wire: "MAINTAIN_CONTENT", required: true }),
    minutes: field.int({ unit: "min", min: 0, max: 100_000 }),
    cost: field.decimal(2, { unit: "yuan", min: 0, max: 100_000_000 }),
    replaced: field.text(500),
    imageUrl: field.text(500, { wire: "IMG_URL", filesOf: { table: "MAINTAIN_TASK", key: ["taskId"] } }),
    results: field.json<readonly WireResult[]>({ list: { record: resultFields } }),
    /**
     * All spare parts that the task used. If its work was sent back, the stock changes by the difference to the parts
     * taken before. Null: the parts taken before stay.
     */
    takenParts: field.json<readonly WireUsedPart[]>({ list: { record: usedPartFields } }),
    /**
     * Time at which the work ended. Null: now. The server stores the mold's run hours and shots up to this time in the
     * task.
     */
    finishedAt: field.time(),
  },
  output: key,
  secondPerson: {
    notNeeded: "The first of two steps of major maintenance. Daily maintenance has no second one.",
  },
});

/** Rule of two persons: the user who did the work may neither accept the work nor send it back. */
const notWorker = {
  entity: maintenanceTask,
  match: { taskId: "taskId" },
  notBy: ["doneBy"],
  refusal: "ownWork",
} as const;

/**
 * Accepts the finished work of a task of major maintenance. The mold returns to its earlier service state.
 */
export const acceptTask = defineCommand({
  type: "rf_AcceptTask",
  access: mayModify,
  input: { taskId, acceptNote: field.text(200) },
  output: key,
  secondPerson: notWorker,
});

export const sendBackTask = defineCommand({
  type: "rf_SendBackTask",
  access: mayModify,
  input: { taskId, sendBackReason: field.text(200, { required: true }) },
  output: key,
  secondPerson: notWorker,
});

export const deferTask = defineCommand({
  type: "rf_DeferTask",
  access: mayModify,
  offline: true,
  input: {
    taskId,
    until: field.time({ wire: "DEFER_TIME", required: true }),
    reason: field.text(200, { required: true }),
  },
  output: key,
});

/**
 * Removes tasks, all or none. If a job raised the removed task, the mold's maintenance interval begins again now. If it
 * did not begin again, the job would raise the same task at once.
 */
export const removeTasks = defineCommand({
  type: "rf_RemoveTasks",
  access: right(menus.dailyMaintenance, "D", { others: [menus.majorMaintenance] }),
  input: { taskIds: field.json<readonly string[]>({ list: "text" }) },
  output: { count: field.int({ required: true }) },
});

/**
 * Returns the maintenance figures of a period, for one mold or for all molds in the caller's scope. Several molds are
 * pooled: their sums are added first and divided once.
 * - On-time rate = tasks done on time ÷ (tasks done in the period + tasks overdue now). A task is on time if all of
 * this is true: it was never deferred or overdue, it was done by its planned day, and at most 110 % of the maintenance
 * interval had passed when the work ended.
 * - MTBF = run hours in the period ÷ breakdowns reported in the period, of both kinds of maintenance.
 * - MTTR = repair hours ÷ repairs that ended in the period. A repair lasts from its start (default: its report) to its
 * end.
 */
export const maintenanceFigures = defineCommand({
  type: "rf_MaintenanceFigures",
  isReport: true,
  access: right(menus.dailyMaintenance, "Q", { others: [menus.majorMaintenance] }),
  input: {
    days: field.int({ required: true, min: 1, max: 1100 }),
    kind: field.choice(taskKind, { wire: "MT_TYPE" }),
    moldNo: field.text(50),
  },
  output: {
    from: field.time({ required: true }),
    to: field.time({ required: true }),
    /** Number of tasks finished in the period. Breakdown tasks do not count. */
    done: field.int({ required: true }),
    /** Number of tasks finished in the period that were finished on time. */
    onTime: field.int({ required: true }),
    /** Number of tasks that are overdue now, independent of the period. */
    overdue: field.int({ required: true }),
    /** Tasks done on time ÷ (tasks done in the period + tasks that are overdue now). Null if the divisor is 0. */
    onTimeRate: field.decimal(1, { unit: "%" }),
    runHours: field.decimal(1, { required: true, unit: "h" }),
    breakdowns: field.int({ required: true }),
    /** Mean time between failures; null if there was no breakdown. */
    mtbf: field.decimal(1, { unit: "h" }),
    repairs: field.int({ required: true }),
    repairHours: field.decimal(1, { required: true, unit: "h" }),
    /** Mean time to repair; null if no repair ended in the period. */
    mttr: field.decimal(1, { unit: "h" }),
    /**
     * Cost of the maintenance and the repairs that were done in the period. The input `kind` limits it to one kind of
     * maintenance.
     */
    cost: field.decimal(2, { required: true, unit: "yuan" }),
    /** Cost of the repairs that ended in the period. Unlike `cost`, it always covers both kinds of maintenance. */
    repairCost: field.decimal(2, { required: true, unit: "yuan" }),
  },
});
