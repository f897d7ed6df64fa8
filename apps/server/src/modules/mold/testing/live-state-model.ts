/** The rules of a mold's live state without SQL: the model that the tests hold the statement against. */

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
  /** Time of the last accepted reading, ms, null if none; and its shots, 0 if none. */
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

/** The first rule that holds, in the order of `liveStateSql`. */
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
