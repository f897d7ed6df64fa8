import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { taskKind, taskState } from "./task.entity.ts";

type TaskState = EnumValue<typeof taskState>;

export interface TaskFacts {
  readonly kind: EnumValue<typeof taskKind> | null;
  readonly state: TaskState | null;
  readonly deferCount: number | null;
  readonly deferLimit: number | null;
  readonly doneBy: string | null;
  readonly serviceState: EnumValue<typeof serviceState> | null;
}

export type TaskStep = "plan" | "start" | "finish" | "accept" | "sendBack" | "defer" | "remove";

const { comingUp, due, deferred, overdue, done, working, submitted, removed } = taskState.values;
const notStarted: readonly TaskState[] = [comingUp, due, deferred, overdue];
const { daily, major } = taskKind.values;

/** States of tasks that are not finished. */
export const openTaskStates: readonly TaskState[] = [...notStarted, working, submitted];

type Steps = Readonly<
  Partial<Record<TaskStep, { readonly from: readonly TaskState[]; readonly to?: TaskState }>>
>;

/**
 * The states in which a step is allowed, and the state it leads to. Planning does not change the state; the job
 * does.
 */
const stepsOf: Readonly<Record<EnumValue<typeof taskKind>, Steps>> = {
  [daily]: {
    plan: { from: notStarted },
    finish: { from: notStarted, to: done },
    defer: { from: notStarted, to: deferred },
    remove: { from: notStarted, to: removed },
  },
  [major]: {
    plan: { from: notStarted },
    start: { from: notStarted, to: working },
    finish: { from: [working], to: submitted },
    accept: { from: [submitted], to: done },
    sendBack: { from: [submitted], to: working },
    defer: { from: notStarted, to: deferred },
    remove: { from: notStarted, to: removed },
  },
};

/** Returns the state that a step leads to; undefined if it changes no state. */
export function stateAfter(step: TaskStep, kind: EnumValue<typeof taskKind>): TaskState | undefined {
  return stepsOf[kind][step]?.to;
}

/** Returns whether this kind of maintenance has the step. */
export function hasStep(step: TaskStep, kind: EnumValue<typeof taskKind>): boolean {
  return stepsOf[kind][step] !== undefined;
}

/** Returns why a step is not allowed now, or undefined. Server and screen use the same function. */
export function refuseTaskStep(step: TaskStep, t: TaskFacts, userId: string): Refusal | undefined {
  // "Options with completed items! Please remove!!" (spec admin §4)
  if (step === "remove" && t.state === done) return refusals.alreadyCompleted();
  const from = t.kind === null ? undefined : stepsOf[t.kind][step]?.from;
  if (!from?.some((s) => s === t.state)) return refusals.wrongState();
  if (step === "start" && t.serviceState === serviceState.values.scrapped) return refusals.wrongState();
  if ((step === "accept" || step === "sendBack") && t.doneBy === userId) return refusals.ownWork();
  // Limit of deferrals: spec admin §3, MAINTAIN_TIMES.
  const limit = t.deferLimit ?? 0;
  if (step === "defer" && (t.deferCount ?? 0) >= limit) return refusals.deferredTooOften(limit);
  return undefined;
}
