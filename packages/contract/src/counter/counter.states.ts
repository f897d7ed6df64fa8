import { counterChangeStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { counterState } from "./counter.entity.ts";

interface CounterFacts {
  readonly state: EnumValue<typeof counterState> | null;
  readonly moldNo: string | null;
}

/** Why a counter may not be taken out of service now. Server and screen ask the same function. */
export function refuseRetire(c: CounterFacts): Refusal | undefined {
  if (c.state === counterState.values.retired) return refusals.counterRetired();
  return c.moldNo ? refusals.counterAlreadyBound() : undefined;
}

interface AskedFacts {
  readonly approval: EnumValue<typeof counterChangeStat> | null;
  /** Who registered the counter, or asked for it to be replaced. */
  readonly createdBy: string | null;
}

/** Why somebody may not pass or reject this now: it is judged already, or it is his own. */
export function refuseJudging(asked: AskedFacts, userId: string): Refusal | undefined {
  if (asked.approval !== counterChangeStat.values.registered) return refusals.wrongState();
  return asked.createdBy === userId ? refusals.ownRequest() : undefined;
}
