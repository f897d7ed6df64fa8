/** Reference model of a mold's live state. Tests compare `liveStateSql` with it. */

export type LiveState =
  | "scrapped"
  | "inRepair"
  | "inTrial"
  | "unbound"
  | "removed"
  | "awaitingReport"
  | "silent"
  | "running"
  | "idle"
  | "stopped";

export interface LiveFacts {
  readonly isScrapped: boolean;
  readonly isInRepair: boolean;
  readonly isInTrial: boolean;
  readonly isBound: boolean;
  /** Beginning of the open binding, epoch ms. Null if no counter is bound. */
  readonly boundAt: number | null;
  /** Time of the latest reading, counted or quarantined, epoch ms. Null if there is no reading. */
  readonly lastReportAt: number | null;
  /** Time of the latest counted reading, epoch ms. Null if no reading is counted. */
  readonly lastAcceptedAt: number | null;
  /** Shots that the latest counted reading added. 0 if no reading is counted. */
  readonly lastShots: number;
  /** Time of the latest reading with shots since `boundAt`, epoch ms. Null if there is no such reading. */
  readonly lastShotAt: number | null;
  /** True if the latest reading says that the counter was taken off the mold. */
  readonly isRemoved: boolean;
}

export interface LiveRules {
  readonly reportIntervalMs: number;
  readonly silentMs: number;
  readonly idleMs: number;
}

/** Returns the state of the first rule that holds. The rules have the same order as in `liveStateSql`. */
export function liveState(facts: LiveFacts, now: number, rules: LiveRules): LiveState {
  if (facts.isScrapped) return "scrapped";
  if (facts.isInRepair) return "inRepair";
  if (facts.isInTrial) return "inTrial";
  if (!facts.isBound || facts.boundAt === null) return "unbound";
  if (facts.lastReportAt === null || facts.lastReportAt < facts.boundAt)
    return now - facts.boundAt > rules.silentMs ? "silent" : "awaitingReport";
  if (facts.isRemoved) return "removed";
  if (now - facts.lastReportAt > rules.silentMs) return "silent";
  const isFresh = facts.lastAcceptedAt !== null && now - facts.lastAcceptedAt <= 2 * rules.reportIntervalMs;
  if (isFresh && facts.lastShots > 0) return "running";
  const quietSince = facts.lastShotAt ?? facts.boundAt;
  return quietSince !== null && now - quietSince >= rules.idleMs ? "idle" : "stopped";
}
