/** Reference model of a mold's live state. Tests compare `liveStateSql` with it. */

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
  readonly isScrapped: boolean;
  readonly isInRepair: boolean;
  readonly isInTrial: boolean;
  /** A counter is bound. */
  readonly isBound: boolean;
  /** Begin of the open binding, ms; null when unbound. */
  readonly boundAt: number | null;
  /** Latest reading, counted or not, ms; null: none. */
  readonly lastReportAt: number | null;
  /** Latest counted reading, ms; null: none. */
  readonly lastAcceptedAt: number | null;
  /** Shots of that reading; 0 without one. */
  readonly lastShots: number;
  /** Latest reading with shots during this binding, ms; null: none. */
  readonly lastShotAt: number | null;
  /** The latest reading reports that the counter is off the mold. */
  readonly isRemoved: boolean;
}

export interface LiveRules {
  readonly reportIntervalMs: number;
  readonly silentMs: number;
  readonly idleMs: number;
}

/** Returns the state of the first rule that holds, in the order of `liveStateSql`. */
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
