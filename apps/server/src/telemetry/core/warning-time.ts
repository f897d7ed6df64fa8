/**
 * Opens warnings that are due because time has passed. A job does this check between readings. The next reading repeats
 * the check for the time before that reading.
 */
import { UNBOUND } from "./timeline.ts";
import type { WarningRules } from "./warning-rules.ts";
import { isOpen, type ReplayState, raise, type WarningEvent } from "./warning-state.ts";

/**
 * Opens the `silent` warning. Its opening time is the time at which the silence exceeded its limit, not the time at
 * which the silence was detected.
 */
export function raiseSilence(
  state: ReplayState,
  events: WarningEvent[],
  rules: WarningRules,
  silence: { moldId: number; lastAt: number; until: number },
): void {
  const { moldId, lastAt, until } = silence;
  const { silentMs, offlineMs } = rules.signal;
  const values = { lastAt };
  if (until - lastAt > silentMs) {
    raise(state, events, rules, { kind: "silent", moldId, level: 1, at: lastAt + silentMs, values });
  }
  if (until - lastAt > Math.max(silentMs, offlineMs)) {
    const offlineAt = lastAt + Math.max(silentMs, offlineMs);
    raise(state, events, rules, { kind: "silent", moldId, level: 2, at: offlineAt, values });
  }
}

/**
 * Opens the `unbound` warning. It is dated to the moment at which the counter had been on no mold for the time that the
 * rules allow.
 */
export function raiseUnbound(
  state: ReplayState,
  events: WarningEvent[],
  rules: WarningRules,
  { since, until }: { since: number; until: number },
): void {
  const at = since + rules.unbound.afterMs;
  if (until < at || isOpen(state, "unbound")) return;
  raise(state, events, rules, { kind: "unbound", moldId: UNBOUND, level: 1, at, values: { since } });
}
