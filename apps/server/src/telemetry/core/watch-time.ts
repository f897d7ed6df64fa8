/** Causes that grow by time alone: judged by the next reading in retrospect, and by the clock before it comes. */
import { UNBOUND } from "./timeline.ts";
import type { WatchRules } from "./watch-rules.ts";
import { isOpen, raise, type WatchEvent, type WatchState } from "./watch-state.ts";

/** Opens at the moment the silence became too long, not when somebody noticed. */
export function raiseSilence(
  state: WatchState,
  events: WatchEvent[],
  rules: WatchRules,
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

/** Opens when the counter has been on no mold for so long. */
export function raiseUnbound(
  state: WatchState,
  events: WatchEvent[],
  rules: WatchRules,
  { since, until }: { since: number; until: number },
): void {
  const at = since + rules.unbound.afterMs;
  if (until < at || isOpen(state, "unbound")) return;
  raise(state, events, rules, { kind: "unbound", moldId: UNBOUND, level: 1, at, values: { since } });
}
