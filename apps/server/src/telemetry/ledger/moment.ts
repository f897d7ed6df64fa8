import type { TimedReading } from "./batch-rows.ts";
import type { IncomingReading, IngestOutcome } from "./incoming.ts";

/**
 * Limits of a usable device time. A device time is unusable if it is before `earliest`, or more than `futureMs` after
 * the server received the reading. A reading with an unusable or missing device time comes from a counter whose clock
 * is not set.
 */
const futureMs = 10 * 60_000;
const earliest = Date.UTC(2015, 0, 1);

/**
 * A reading that is being ingested. `outcome` is undefined until the ledger has checked the reading. The fast path
 * first sets "duplicate" for all readings of a counter, and then "accepted" for those that it stores.
 */
export interface Taken extends TimedReading {
  outcome: IngestOutcome | undefined;
}

/**
 * Sets the moment at which a reading counts: the device time. If the counter's clock is not set, the moment is the time
 * at which the server received the reading.
 */
export function timed(r: IncomingReading): Taken {
  const { sentAt } = r;
  if (sentAt !== null && sentAt >= earliest && sentAt <= r.receivedAt + futureMs)
    return { at: sentAt, deviceAt: null, in: r, outcome: undefined };
  return { at: r.receivedAt, deviceAt: sentAt ?? 0, in: r, outcome: undefined };
}
