import { defineCommand, defineEnum, field } from "../kernel/index.ts";
import type { ItemResult } from "./checklist.rules.ts";
import type { UsedPart } from "./part.entity.ts";
import { taskKind } from "./task.entity.ts";

interface TaskKey {
  readonly TASK_ID: string;
}

/** From either screen; the server lets each have its own kind only. */
const right = { menu: "MT101", also: ["MT102"], action: "M" } as const;
const taskId = field.text(30, { required: true });

/** What a task made by hand is about: planned work, or a mold that broke down. */
export const handSource = defineEnum("handSource", { manual: 2, breakdown: 3 });

export const addTask = defineCommand<TaskKey>()({
  type: "rf_AddTask",
  right: { ...right, action: "A" },
  input: {
    kind: field.choice(taskKind, { wire: "MT_TYPE", required: true }),
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    handSource: field.choice(handSource, { wire: "MT_SOURCE", required: true }),
    taskReason: field.text(500, { required: true }),
    planDate: field.date(),
    assignee: field.text(50),
  },
});

/** Says when and by whom; what is left out stays open. */
export const planTask = defineCommand<TaskKey>()({
  type: "rf_PlanTask",
  right,
  input: { taskId, planDate: field.date(), assignee: field.text(50) },
});

/** Major maintenance begins: from here on the mold is in repair. */
export const startTask = defineCommand<TaskKey>()({ type: "rf_StartTask", right, input: { taskId } });

export const finishTask = defineCommand<TaskKey>()({
  type: "rf_FinishTask",
  right,
  input: {
    taskId,
    content: field.text(1000, { wire: "MAINTAIN_CONTENT", required: true }),
    minutes: field.int({ unit: "min", min: 0, max: 100_000 }),
    cost: field.decimal(2, { unit: "yuan", min: 0, max: 100_000_000 }),
    replaced: field.text(500),
    imageUrl: field.text(500, { wire: "IMG_URL" }),
    results: field.json<readonly ItemResult[]>(),
    takenParts: field.json<readonly UsedPart[]>(),
  },
});

/** By somebody else than who did the work; the mold goes back to what it was before. */
export const acceptTask = defineCommand<TaskKey>()({
  type: "rf_AcceptTask",
  right,
  input: { taskId, acceptNote: field.text(200) },
});

export const sendBackTask = defineCommand<TaskKey>()({
  type: "rf_SendBackTask",
  right,
  input: { taskId, sendBackReason: field.text(200, { required: true }) },
});

export const deferTask = defineCommand<TaskKey>()({
  type: "rf_DeferTask",
  right,
  input: {
    taskId,
    until: field.time({ wire: "DEFER_TIME", required: true }),
    reason: field.text(200, { required: true }),
  },
});

/** All or none. The hours and shots of a raised one count anew from now, so that it does not come back at once. */
export const removeTasks = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_RemoveTasks",
  right: { ...right, action: "D" },
  input: { taskIds: field.json<readonly string[]>() },
});

export interface MaintenanceFigures {
  readonly FROM: string;
  readonly TO: string;
  /** Maintenance (no breakdowns) finished in the period, and how many of it in time. */
  readonly DONE: number;
  readonly ON_TIME: number;
  /** Overdue at this moment. */
  readonly OVERDUE: number;
  /** %; null where nothing was to be done. */
  readonly ON_TIME_RATE: number | null;
  readonly RUN_HOURS: number;
  readonly BREAKDOWNS: number;
  /** h; null where nothing broke down. */
  readonly MTBF: number | null;
  readonly REPAIRS: number;
  readonly REPAIR_HOURS: number;
  /** h; null where nothing was repaired. */
  readonly MTTR: number | null;
  readonly COST: number;
}

/**
 * On-time rate = on time ÷ (done in the period + overdue now). On time: never put off, never overdue, not after its
 * plan date, and at no more than 110 % of the interval.
 * MTBF = run hours of the ledger in the period ÷ breakdowns that began in it.
 * Breakdowns are those of both kinds, also where the rate is asked for of one.
 * MTTR = Σ hours from the beginning of the repair (where there is none: from its report) to its end ÷ repairs that
 * ended in the period. Molds are pooled: sums first, then one division.
 */
export const maintenanceFigures = defineCommand<MaintenanceFigures>()({
  type: "rf_MaintenanceFigures",
  right: { ...right, action: "Q" },
  input: {
    days: field.int({ required: true, min: 1, max: 1100 }),
    kind: field.choice(taskKind, { wire: "MT_TYPE" }),
    moldNo: field.text(50),
  },
});
