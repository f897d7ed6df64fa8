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

interface RequestFacts {
  readonly approval: EnumValue<typeof counterChangeStat> | null;
  /**
   * Id of the user who registered the counter or requested its replacement. Another user must decide about the request.
   */
  readonly createdBy: string | null;
}

/**
 * Returns why a user may not approve or reject a request now: the request was already decided, or the user created it.
 * Returns undefined if the user may decide.
 */
export function refuseJudging(request: RequestFacts, userId: string): Refusal | undefined {
  if (request.approval !== counterChangeStat.values.registered) return refusals.wrongState();
  return request.createdBy === userId ? refusals.ownRequest() : undefined;
}
