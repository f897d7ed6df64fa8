import { serviceState } from "../basic/mold.entity.ts";
import type { EnumValue, ErrorCode } from "../kernel/index.ts";
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

export interface Refusal {
  readonly code: ErrorCode;
  readonly arg?: string;
}

export type TaskStep = "plan" | "start" | "finish" | "accept" | "sendBack" | "defer" | "remove";

const { comingUp, due, deferred, overdue, done, working, submitted, removed } = taskState.values;
const notBegun: readonly TaskState[] = [comingUp, due, deferred, overdue];
const { daily, major } = taskKind.values;

/** States of tasks that still have to be done. */
export const openTaskStates: readonly TaskState[] = [...notBegun, working, submitted];

type Steps = Readonly<
  Partial<Record<TaskStep, { readonly from: readonly TaskState[]; readonly to?: TaskState }>>
>;

/** From which states a step leads where; planning and waking leave the state to time. */
const stepsOf: Readonly<Record<EnumValue<typeof taskKind>, Steps>> = {
  [daily]: {
    plan: { from: notBegun },
    finish: { from: notBegun, to: done },
    defer: { from: notBegun, to: deferred },
    remove: { from: notBegun, to: removed },
  },
  [major]: {
    plan: { from: notBegun },
    start: { from: notBegun, to: working },
    finish: { from: [working], to: submitted },
    accept: { from: [submitted], to: done },
    sendBack: { from: [submitted], to: working },
    defer: { from: notBegun, to: deferred },
    remove: { from: notBegun, to: removed },
  },
};

/** Where a step leads; undefined: it changes no state. */
export function stateAfter(step: TaskStep, kind: EnumValue<typeof taskKind>): TaskState | undefined {
  return stepsOf[kind][step]?.to;
}

/** Does this kind of maintenance know the step at all? */
export function knowsStep(step: TaskStep, kind: EnumValue<typeof taskKind>): boolean {
  return stepsOf[kind][step] !== undefined;
}

/** Why a step may not be taken now; undefined when it may. Server and screen ask the same function. */
export function refuseTaskStep(step: TaskStep, t: TaskFacts, userId: string): Refusal | undefined {
  // "Options with completed items! Please remove!!" (spec admin §4)
  if (step === "remove" && t.state === done) return { code: "S0211" };
  const from = t.kind === null ? undefined : stepsOf[t.kind][step]?.from;
  if (!from?.some((s) => s === t.state)) return { code: "S0212" };
  if (step === "start" && t.serviceState === serviceState.values.scrapped) return { code: "S0212" };
  if ((step === "accept" || step === "sendBack") && t.doneBy === userId) return { code: "S0261" };
  // A task may be put off at most deferLimit times (spec admin §3, MAINTAIN_TIMES).
  const limit = t.deferLimit ?? 0;
  if (step === "defer" && (t.deferCount ?? 0) >= limit) return { code: "S0222", arg: String(limit) };
  return undefined;
}
