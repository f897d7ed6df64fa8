import { counterChangeStat } from "../enumerations.ts";
import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { counterState } from "./counter.entity.ts";

interface CounterFacts {
  readonly state: EnumValue<typeof counterState> | null;
  readonly moldNo: string | null;
}

/**
 * Returns why a counter may not be retired now. Returns undefined if the counter may be retired. The server and the
 * screens share this rule.
 */
export function refuseRetire(c: CounterFacts): Refusal | undefined {
  if (c.state === counterState.values.retired) return refusals.counterRetired();
  return c.moldNo ? refusals.counterStillBound(c.moldNo) : undefined;
}

/**
 * Returns why a registered counter or a request for a replacement may not be approved or rejected now: somebody has
 * already decided about it. Returns undefined if a decision is possible. The commands also refuse the user who made the
 * request (`secondPerson`).
 */
export function refuseJudging(request: {
  readonly approval: EnumValue<typeof counterChangeStat> | null;
}): Refusal | undefined {
  return request.approval === counterChangeStat.values.registered ? undefined : refusals.wrongState();
}
