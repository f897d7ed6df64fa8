import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";

interface MoldFacts {
  readonly serviceState: EnumValue<typeof serviceState> | null;
  /** The counter that is on it. */
  readonly counterNo: string | null;
}

/** Why a mold may not go to another plant now; undefined when it may. Server and screen ask the same function. */
export function refuseTransfer(m: MoldFacts): Refusal | undefined {
  return m.serviceState === serviceState.values.scrapped ? refusals.wrongState() : undefined;
}

export function refuseScrap(m: MoldFacts): Refusal | undefined {
  if (m.serviceState === serviceState.values.scrapped) return refusals.wrongState();
  return m.counterNo === null ? undefined : refusals.counterStillBound(m.counterNo);
}
