import { counterChangeStat } from "../enumerations.ts";
import type { EnumValue, ErrorCode } from "../kernel/index.ts";
import { counterState } from "./counter.entity.ts";

interface CounterFacts {
  readonly state: EnumValue<typeof counterState> | null;
  readonly moldNo: string | null;
}

/** Why a counter may not be taken out of service now. Server and screen ask the same function. */
export function refuseRetire(c: CounterFacts): { readonly code: ErrorCode } | undefined {
  if (c.state === counterState.values.retired) return { code: "S0217" };
  return c.moldNo ? { code: "S0101" } : undefined;
}

interface AskedFacts {
  readonly approval: EnumValue<typeof counterChangeStat> | null;
  /** Who registered the counter, or asked for it to be replaced. */
  readonly createdBy: string | null;
}

/** Why somebody may not pass or reject this now: it is judged already, or it is his own. */
export function refuseJudging(asked: AskedFacts, userId: string): { readonly code: ErrorCode } | undefined {
  if (asked.approval !== counterChangeStat.values.registered) return { code: "S0212" };
  return asked.createdBy === userId ? { code: "S0229" } : undefined;
}
