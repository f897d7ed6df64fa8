import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { quarantineReason, quarantineState } from "./quarantine.queries.ts";

interface QuarantineFacts {
  readonly reason: EnumValue<typeof quarantineReason> | null;
  readonly quarantineState: EnumValue<typeof quarantineState> | null;
  readonly chipCode: string | null;
  /** Number of the counter that has the item's chip code. Null: the chip is not registered. */
  readonly writerId: string | null;
}

/**
 * Returns why a quarantined item may not be released now. Returns undefined if it may be released. The server and the
 * screen share this rule.
 */
export function refuseRelease(q: QuarantineFacts): Refusal | undefined {
  const { waiting, discarded } = quarantineState.values;
  if (q.quarantineState !== waiting && q.quarantineState !== discarded) return refusals.wrongState();
  if (q.reason === quarantineReason.values.malformed) return refusals.notAReading();
  return q.writerId === null ? refusals.unknownCounter(q.chipCode ?? "") : undefined;
}

/**
 * Returns why a quarantined item may not be discarded now: a user has already decided about it. Returns undefined if it
 * may be discarded.
 */
export function refuseDiscard(q: Pick<QuarantineFacts, "quarantineState">): Refusal | undefined {
  return q.quarantineState === quarantineState.values.waiting ? undefined : refusals.wrongState();
}
