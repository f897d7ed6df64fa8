/** Warning about idle molds. The counter of an idle mold reports, but the mold makes no shots. */
import type { WarningRules } from "./warning-rules.ts";
import { clear, type ReplayState, raise, type WarningEvent } from "./warning-state.ts";

/** Data of a reading that decide about the idle warning. */
interface IdleReading {
  readonly at: number;
  readonly moldId: number;
  readonly shots: number;
  readonly isIdleExempt: boolean;
}

/**
 * Opens or closes the idle warning of a mold. While the mold is exempt (for example in repair), the warning is closed,
 * but the idle time goes on counting.
 */
export function checkIdle(
  state: ReplayState,
  events: WarningEvent[],
  reading: IdleReading,
  rules: WarningRules,
): void {
  const { at, moldId, shots, isIdleExempt } = reading;
  if (shots > 0) {
    state.quietSince = at;
    state.pausedAt = null;
    clear(state, events, "idle", at, { shots });
    return;
  }
  if (isIdleExempt) {
    state.pausedAt = at;
    clear(state, events, "idle", at, { shots });
    return;
  }
  const quietSince = state.quietSince ?? at;
  const { level1Ms, level2Ms } = rules.idle;
  const values = { quietSince };
  // After a repair, the idle warning opens at the end of the repair at the earliest. The level follows from the whole
  // idle time, including the repair.
  const resumedAt = state.pausedAt ?? Number.NEGATIVE_INFINITY;
  const at1 = Math.max(quietSince + level1Ms, resumedAt);
  const at2 = Math.max(quietSince + level2Ms, resumedAt);
  if (at >= at1 && at1 < at2)
    raise(state, events, rules, { kind: "idle", moldId, level: 1, at: at1, values });
  if (at >= at2) raise(state, events, rules, { kind: "idle", moldId, level: 2, at: at2, values });
}
