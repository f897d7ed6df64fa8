import { defineCommand, defineEnum, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import type { WireResult } from "./checklist.rules.ts";
import type { WireUsedPart } from "./part.entity.ts";
import { taskKind } from "./task.entity.ts";

/** Offered on both screens. The server also checks the right for the task's kind of maintenance. */
const mayModify = right(menus.dailyMaintenance, "M", [menus.majorMaintenance]);
const taskId = field.text(30, { required: true });
const key = { taskId } as const;

/** Source of a task that a user adds: planned work or a breakdown. */
export const handSource = defineEnum("handSource", { manual: 2, breakdown: 3 });

export const addTask = defineCommand({
  type: "rf_AddTask",
  access: right(menus.dailyMaintenance, "A", [menus.majorMaintenance]),
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

/** Sets the planned day and the assignee of a task. An empty field clears its value. */
export const planTask = defineCommand({
  type: "rf_PlanTask",
  access: mayModify,
  input: { taskId, planDate: field.date(), assignee: field.text(50) },
  output: key,
});

/** Starts major maintenance: the mold is in repair from now on. */
export const startTask = defineCommand({
  type: "rf_StartTask",
  access: mayModify,
  input: key,
  output: key,
});

export const finishTask = defineCommand({
  type: "rf_FinishTask",
  access: mayModify,
  input: {
    taskId,
    content: field.text(1000, { wire: "MAINTAIN_CONTENT", required: true }),
    minutes: field.int({ unit: "min", min: 0, max: 100_000 }),
    cost: field.decimal(2, { unit: "yuan", min: 0, max: 100_000_000 }),
    replaced: field.text(500),
    imageUrl: field.text(500, { wire: "IMG_URL" }),
    results: field.json<readonly WireResult[]>(),
    takenParts: field.json<readonly WireUsedPart[]>(),
  },
  output: key,
});

/** Accepts finished work. The user is not the one who did it. The mold returns to its earlier service state. */
export const acceptTask = defineCommand({
  type: "rf_AcceptTask",
  access: mayModify,
  input: { taskId, acceptNote: field.text(200) },
  output: key,
});

export const sendBackTask = defineCommand({
  type: "rf_SendBackTask",
  access: mayModify,
  input: { taskId, sendBackReason: field.text(200, { required: true }) },
  output: key,
});

export const deferTask = defineCommand({
  type: "rf_DeferTask",
  access: mayModify,
  input: {
    taskId,
    until: field.time({ wire: "DEFER_TIME", required: true }),
    reason: field.text(200, { required: true }),
  },
  output: key,
});

/**
 * Removes tasks, all or none. The interval of an automatic task restarts now, so that the task is not raised again
 * at once.
 */
export const removeTasks = defineCommand({
  type: "rf_RemoveTasks",
  access: right(menus.dailyMaintenance, "D", [menus.majorMaintenance]),
  input: { taskIds: field.json<readonly string[]>() },
  output: { count: field.int({ required: true }) },
});

/**
 * Maintenance figures of a period, over all molds in the caller's scope or one mold. Molds are pooled: sums first,
 * one division last.
 *
 * - On-time rate = on time ÷ (done in the period + overdue now). A task is on time if it was never deferred, never
 *   overdue, not done after its planned day, and done at no more than 110 % of the interval.
 * - MTBF = run hours in the period ÷ breakdowns reported in the period. Breakdowns of both kinds of maintenance
 *   count.
 * - MTTR = sum of hours from the start of a repair (default: from its report) to its end ÷ repairs that ended in the
 *   period.
 */
export const maintenanceFigures = defineCommand({
  type: "rf_MaintenanceFigures",
  access: right(menus.dailyMaintenance, "Q", [menus.majorMaintenance]),
  input: {
    days: field.int({ required: true, min: 1, max: 1100 }),
    kind: field.choice(taskKind, { wire: "MT_TYPE" }),
    moldNo: field.text(50),
  },
  output: {
    from: field.time({ required: true }),
    to: field.time({ required: true }),
    /** Maintenance tasks (no breakdowns) that were finished in the period, and how many of them on time. */
    done: field.int({ required: true }),
    onTime: field.int({ required: true }),
    /** Tasks that are overdue now. */
    overdue: field.int({ required: true }),
    /** Null where no task was due. */
    onTimeRate: field.decimal(1, { unit: "%" }),
    runHours: field.decimal(1, { required: true, unit: "h" }),
    breakdowns: field.int({ required: true }),
    /** Mean time between failures; null without a breakdown. */
    mtbf: field.decimal(1, { unit: "h" }),
    repairs: field.int({ required: true }),
    repairHours: field.decimal(1, { required: true, unit: "h" }),
    /** Mean time to repair; null without a repair. */
    mttr: field.decimal(1, { unit: "h" }),
    cost: field.decimal(2, { required: true, unit: "yuan" }),
  },
});
