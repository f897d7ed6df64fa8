import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { taskKind, taskState } from "./task.entity.ts";

type TaskState = EnumValue<typeof taskState>;

export interface TaskFacts {
  readonly kind: EnumValue<typeof taskKind> | null;
  readonly state: TaskState | null;
  readonly deferCount: number | null;
  readonly deferLimit: number | null;
  readonly serviceState: EnumValue<typeof serviceState> | null;
}

export type TaskStep = "plan" | "start" | "finish" | "accept" | "sendBack" | "defer" | "remove";

const { comingUp, due, deferred, overdue, done, working, submitted, removed } = taskState.values;
const notStarted: readonly TaskState[] = [comingUp, due, deferred, overdue];
const { daily, major } = taskKind.values;

export const openTaskStates: readonly TaskState[] = [...notStarted, working, submitted];

type Steps = Readonly<
  Partial<Record<TaskStep, { readonly from: readonly TaskState[]; readonly to?: TaskState }>>
>;

/**
 * For each kind of maintenance and step: the states from which the step is allowed, and the state after the step.
 * Without `to`, the step does not change the state.
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

/** Returns the state of a task after a step. Returns undefined if the step does not change the state. */
export function stateAfter(step: TaskStep, kind: EnumValue<typeof taskKind>): TaskState | undefined {
  return stepsOf[kind][step]?.to;
}

/** Returns true if tasks of this kind of maintenance have the step. */
export function hasStep(step: TaskStep, kind: EnumValue<typeof taskKind>): boolean {
  return stepsOf[kind][step] !== undefined;
}

/**
 * Returns why a step of a task is not allowed now. Returns undefined if the step is allowed. The server and the screens
 * share this rule.
 */
export function refuseTaskStep(step: TaskStep, t: TaskFacts): Refusal | undefined {
  // The specification prescribes the message "Options with completed items! Please remove!!" for the removal of a
  // finished task (spec admin §4).
  if (step === "remove" && t.state === done) return refusals.alreadyCompleted();
  const from = t.kind === null ? undefined : stepsOf[t.kind][step]?.from;
  if (!from?.some((s) => s === t.state)) return refusals.wrongState();
  if (step === "start" && t.serviceState === serviceState.values.scrapped) return refusals.wrongState();
  // Refuses to defer a task more often than its `deferLimit` allows (MAINTAIN_TIMES, spec admin §3).
  const limit = t.deferLimit ?? 0;
  if (step === "defer" && (t.deferCount ?? 0) >= limit) return refusals.deferredTooOften(limit);
  return undefined;
}

/**
 * Returns why the findings of a task may not be written now. Returns undefined if writing is allowed. Only open
 * breakdown tasks allow it: other tasks have no findings, and the findings of a finished task are final.
 */
export function refuseFindings(t: {
  readonly state: TaskState | null;
  readonly isBreakdown: boolean;
}): Refusal | undefined {
  const isOpen = openTaskStates.some((s) => s === t.state);
  return t.isBreakdown && isOpen ? undefined : refusals.wrongState();
}
