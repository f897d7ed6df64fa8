/** The state of a mold, worked out when asked, from facts; never stored. */

export type LiveState =
  | "scrapped"
  | "inRepair"
  | "inTrial"
  | "unbound"
  | "removed"
  | "silent"
  | "running"
  | "idle"
  | "stopped";

export interface LiveFacts {
  /** What documents say. */
  readonly isScrapped: boolean;
  readonly isInRepair: boolean;
  readonly isInTrial: boolean;
  /** Has a counter. */
  readonly isBound: boolean;
  /** Begin of that binding, ms; null when unbound. */
  readonly boundAt: number | null;
  /** The counter's last raw reading, ms; null: it has never reported. */
  readonly lastReportAt: number | null;
  /** The last accepted one, ms, and the shots it brought; null and 0: none. */
  readonly lastAcceptedAt: number | null;
  readonly lastShots: number;
  /** The last reading that brought shots under this binding, ms; null: none did. */
  readonly lastShotAt: number | null;
  /** The counter's last word on being taken off. */
  readonly isRemoved: boolean;
}

export interface LiveRules {
  readonly reportIntervalMs: number;
  readonly silentMs: number;
  readonly idleMs: number;
}

/**
 * The first that holds:
 * 1. scrapped, in repair, in trial: a document is a person's word, and explains whatever the counter says;
 * 2. unbound: there is no counter to ask;
 * 3. removed: what it says is no longer about the mold, and its silence is no wonder;
 * 4. silent: too old to say anything, so never "idle";
 * 5. running: shots in the latest interval, and that no older than two report intervals;
 * 6. idle: it reports, and has brought no shot for long (since it was bound, if it never brought one);
 * 7. stopped.
 */
export function liveState(facts: LiveFacts, now: number, rules: LiveRules): LiveState {
  if (facts.isScrapped) return "scrapped";
  if (facts.isInRepair) return "inRepair";
  if (facts.isInTrial) return "inTrial";
  if (!facts.isBound) return "unbound";
  if (facts.isRemoved) return "removed";
  if (facts.lastReportAt === null || now - facts.lastReportAt > rules.silentMs) return "silent";
  const isFresh = facts.lastAcceptedAt !== null && now - facts.lastAcceptedAt <= 2 * rules.reportIntervalMs;
  if (isFresh && facts.lastShots > 0) return "running";
  const quietSince = facts.lastShotAt ?? facts.boundAt;
  return quietSince !== null && now - quietSince >= rules.idleMs ? "idle" : "stopped";
}
