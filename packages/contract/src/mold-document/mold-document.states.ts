import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";

interface MoldFacts {
  readonly serviceState: EnumValue<typeof serviceState> | null;
  /** Number of the counter that is bound to the mold; null if no counter is bound. */
  readonly counterNo: string | null;
}

/** Returns why a mold may not be transferred now. Returns undefined if the transfer is allowed. */
export function refuseTransfer(m: MoldFacts): Refusal | undefined {
  return m.serviceState === serviceState.values.scrapped ? refusals.wrongState() : undefined;
}

/** Returns why a mold may not be scrapped now. Returns undefined if scrapping is allowed. */
export function refuseScrap(m: MoldFacts): Refusal | undefined {
  if (m.serviceState === serviceState.values.scrapped) return refusals.wrongState();
  return m.counterNo === null ? undefined : refusals.counterStillBound(m.counterNo);
}

/**
 * Returns why the service state of a mold may not be changed now. Returns undefined if the change is allowed. The state
 * "scrapped" can never be changed.
 */
export function refuseStateChange(
  m: MoldFacts,
  to: EnumValue<typeof serviceState> | null,
): Refusal | undefined {
  if (m.serviceState === serviceState.values.scrapped) return refusals.wrongState();
  const isScrapping = to === serviceState.values.scrapped;
  return to !== null && (isScrapping || m.serviceState === to) ? refusals.invalidField("toState") : undefined;
}
