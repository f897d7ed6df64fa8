import type { EnumValue, ErrorCode } from "../kernel/index.ts";
import { taskState } from "./task.entity.ts";

type TaskState = EnumValue<typeof taskState>;

interface TaskFacts {
  readonly state: TaskState | null;
  readonly deferCount: number | null;
  readonly deferLimit: number | null;
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly arg?: string;
}

/** Why a task may not be done now; undefined when it may. Server and screen ask the same function. */
export function refuseDone(t: TaskFacts): Refusal | undefined {
  return t.state === taskState.values.done ? { code: "S0212" } : undefined;
}

/** A task may be put off at most deferLimit times (spec admin §3, MAINTAIN_TIMES). */
export function refuseDefer(t: TaskFacts): Refusal | undefined {
  if (t.state === taskState.values.done) return { code: "S0212" };
  const limit = t.deferLimit ?? 0;
  return (t.deferCount ?? 0) >= limit ? { code: "S0222", arg: String(limit) } : undefined;
}
