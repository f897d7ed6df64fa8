/**
 * State machine that derives warnings from readings in order of device time. After a late reading, the machine is
 * replayed from a stored state: the state at the beginning of the reading's UTC day, or of an earlier day. At the start
 * of each day, `startDay` drops the cycles collected so far. So a replay soon reaches a state that equals a stored
 * checkpoint (`sameState`), and may stop there.
 */
import { distanceM, type Fence, type Fix, isFix } from "./place.ts";
import { type Tolerance, toleranceMs } from "./standard.ts";
import { dayBeginning, UNBOUND } from "./timeline.ts";
import { checkIdle } from "./warning-idle.ts";
import { type Level, WARNING_SUBJECT, type WarningRules } from "./warning-rules.ts";
import {
  clear,
  copyReplayState,
  forgetPast,
  type ReplayState,
  raise,
  rememberedKinds,
  type WarningEvent,
} from "./warning-state.ts";
import { raiseSilence, raiseUnbound } from "./warning-time.ts";

/**
 * Reading with the figures that the ledger derived for it. Quarantined readings are included, because they prove that
 * the counter works.
 */
export interface ReplayReading {
  readonly at: number;
  /** Battery charge, percent. Null: not reported. */
  readonly battery: number | null;
  /** Low-battery flag of the counter. Null: not reported. */
  readonly isBatteryLow: boolean | null;
  /** Signal strength, dBm. Null: not reported. */
  readonly rssi: number | null;
  /** Whether the counter was removed from its mold. Null: not reported. */
  readonly isRemoved: boolean | null;
  readonly fix: Fix | null;
  /** Mold that the counter was on before the reading. UNBOUND (0): no mold. */
  readonly moldId: number;
  /**
   * Moment at which the counter came onto the mold `moldId`, ms. For a counter on no mold: moment at which it left its
   * last mold. Null: not known.
   */
  readonly since: number | null;
  /** Shots that this reading added to the mold `moldId`. 0 if the reading is quarantined. */
  readonly shots: number;
  /** Shots that this reading added while the counter was on no mold. */
  readonly unboundShots: number;
  /** Sum of the known cycles of the mold's shots, ms. */
  readonly cycleMs: number;
  /** Number of shots whose cycle is known. */
  readonly cycleCount: number;
  /** Standard cycle of the mold at the time of the reading, ms. 0: none is set. */
  readonly standardMs: number;
  /** Tolerance set for this mold. Null: the levels of the tenant's rules apply. */
  readonly tolerance: Tolerance | null;
  /**
   * Fence of the mold's plant at the time of the reading. The mold should be in it. Null: the plant has no coordinates.
   */
  readonly fence: Fence | null;
  /** True while the mold is in repair, in storage or scrapped. Such a mold gets no idle warning. */
  readonly isIdleExempt: boolean;
  /** Moment since which the mold has been in storage or scrapped, ms. Null: the mold is in use. */
  readonly outOfUseSince: number | null;
}

export interface Watched {
  readonly state: ReplayState;
  readonly events: WarningEvent[];
}

/**
 * Returns the warning state that is stored as the checkpoint of a UTC day: `state` without the cycles collected so far.
 * `state` is the state before the day's first reading.
 */
export function startDay(state: Readonly<ReplayState>): ReplayState {
  const fresh = copyReplayState(state);
  dropCycles(fresh);
  return fresh;
}

/**
 * Runs the state machine over the readings of one UTC day, in order.
 *
 * @param rulesOf returns the rules in force for a reading. Rules differ between molds and may change over time.
 */
export function replayDay(
  checkpoint: Readonly<ReplayState>,
  readings: readonly ReplayReading[],
  rulesOf: (reading: ReplayReading) => WarningRules,
): Watched {
  const state = copyReplayState(checkpoint);
  const events: WarningEvent[] = [];
  for (const reading of readings) addToReplay(state, events, reading, rulesOf(reading));
  return { state, events };
}

/** Runs the state machine for one reading that is later than all others. Changes `state`, and adds to `events`. */
export function addToReplay(
  state: ReplayState,
  events: WarningEvent[],
  reading: ReplayReading,
  rules: WarningRules,
): void {
  if (state.lastAt !== null && dayBeginning(state.lastAt) !== dayBeginning(reading.at)) dropCycles(state);
  if (state.lastAt === null || state.moldId !== reading.moldId) changeMold(state, events, reading);
  checkSilence(state, events, reading, rules);
  checkBattery(state, events, reading, rules);
  checkRemoval(state, events, reading, rules);
  checkSignal(state, events, reading, rules);
  checkUnbound(state, events, reading, rules);
  if (reading.moldId !== UNBOUND) {
    if (reading.outOfUseSince === null) {
      checkPosition(state, events, reading, rules);
      checkCycle(state, events, reading, rules);
    } else closeMoldWarnings(state, events, reading.outOfUseSince, reading);
    checkIdle(state, events, reading, rules);
  }
  state.lastAt = reading.at;
  forgetPast(state, reading.at, rules);
}

function dropCycles(state: ReplayState): void {
  state.cycleStandardMs = 0;
  state.cycleSumMs = 0;
  state.cycleShots = 0;
}

/**
 * Resets the state that belongs to the previous mold. Closes the warnings about that mold at the moment at which the
 * counter left it.
 */
function changeMold(state: ReplayState, events: WarningEvent[], { at, moldId, since }: ReplayReading): void {
  const changedAt = Math.min(since ?? at, at);
  closeMoldWarnings(state, events, changedAt, { at, moldId });
  state.moldId = moldId;
  state.quietSince = moldId === UNBOUND ? null : changedAt;
  state.pausedAt = null;
  state.outsideFixes = 0;
  state.outsideSince = null;
  dropCycles(state);
}

/**
 * Closes the warnings about the mold at the time `endedAt`. The stored time is never after the reading and never before
 * the warning was opened.
 */
function closeMoldWarnings(
  state: ReplayState,
  events: WarningEvent[],
  endedAt: number,
  { at, moldId }: Pick<ReplayReading, "at" | "moldId">,
): void {
  for (const kind of rememberedKinds(state)) {
    const warning = state.warnings[kind];
    if (warning === undefined || WARNING_SUBJECT[kind] !== "mold") continue;
    clear(state, events, kind, Math.max(Math.min(endedAt, at), warning.openedAt), { moldId });
  }
}

function checkSilence(
  state: ReplayState,
  events: WarningEvent[],
  reading: ReplayReading,
  rules: WarningRules,
): void {
  const { at, moldId, since } = reading;
  // If the counter has never sent a reading, its silence begins with the bind.
  const lastAt = state.lastAt ?? (moldId === UNBOUND ? null : since);
  if (lastAt !== null) raiseSilence(state, events, rules, { moldId, lastAt, until: at });
  clear(state, events, "silent", at, {});
}

function checkBattery(
  state: ReplayState,
  events: WarningEvent[],
  reading: ReplayReading,
  rules: WarningRules,
): void {
  const { at, moldId, battery, isBatteryLow } = reading;
  if (battery === null && isBatteryLow === null) return;
  const { low, urgent, clear: enough } = rules.battery;
  const values: Record<string, number> = {};
  if (battery !== null) values.battery = battery;
  if (isBatteryLow !== null) values.mark = Number(isBatteryLow);
  if ((battery !== null && battery <= low) || isBatteryLow) {
    const level: Level = battery !== null && battery <= urgent ? 2 : 1;
    raise(state, events, rules, { kind: "battery", moldId, level, at, values });
  } else if (battery === null || battery >= enough) clear(state, events, "battery", at, values);
}

function checkRemoval(
  state: ReplayState,
  events: WarningEvent[],
  reading: ReplayReading,
  rules: WarningRules,
): void {
  const { at, moldId, isRemoved } = reading;
  if (isRemoved === true) {
    raise(state, events, rules, { kind: "removal", moldId, level: 1, at, values: { moldId } });
  } else if (isRemoved === false) clear(state, events, "removal", at, { moldId });
}

function checkSignal(
  state: ReplayState,
  events: WarningEvent[],
  reading: ReplayReading,
  rules: WarningRules,
): void {
  const { at, moldId, rssi } = reading;
  if (rssi === null) return;
  const { rssi: limit, bad, of } = rules.signal;
  state.rssiBad.push(rssi <= limit);
  while (state.rssiBad.length > of) state.rssiBad.shift();
  let badOnes = 0;
  for (const isBad of state.rssiBad) if (isBad) badOnes++;
  const values = { rssi, bad: badOnes, of: state.rssiBad.length };
  if (badOnes >= bad) raise(state, events, rules, { kind: "weakSignal", moldId, level: 1, at, values });
  else if (state.rssiBad.length - badOnes >= bad) clear(state, events, "weakSignal", at, values);
}

function checkUnbound(
  state: ReplayState,
  events: WarningEvent[],
  reading: ReplayReading,
  rules: WarningRules,
): void {
  const { at, moldId, since, unboundShots } = reading;
  if (moldId !== UNBOUND) {
    const openedAt = state.warnings.unbound?.openedAt ?? 0;
    clear(state, events, "unbound", Math.max(openedAt, Math.min(since ?? at, at)), { moldId });
    return;
  }
  if (since !== null) raiseUnbound(state, events, rules, { since, until: at });
  if (unboundShots > 0) {
    // Opens the warning at level 2 immediately: the counter has counted shots on no mold. They are missing in the total
    // of a mold, and nobody knows which mold made them.
    raise(state, events, rules, { kind: "unbound", moldId, level: 2, at, values: { shots: unboundShots } });
  }
}

function checkPosition(
  state: ReplayState,
  events: WarningEvent[],
  reading: ReplayReading,
  rules: WarningRules,
): void {
  const { at, moldId, fix, fence } = reading;
  if (fix === null || fence === null || !isFix(fix)) return;
  const distance = Math.round(distanceM(fix, fence));
  const values = { lng: fix.lng, lat: fix.lat, distanceM: distance, radiusM: fence.radiusM };
  if (distance <= fence.radiusM) {
    state.outsideFixes = 0;
    state.outsideSince = null;
    clear(state, events, "position", at, values);
    return;
  }
  const { fixes, outsideMs } = rules.position;
  if (state.outsideFixes >= fixes) return;
  const isLong = state.outsideSince !== null && at - state.outsideSince >= outsideMs;
  state.outsideSince ??= at;
  state.outsideFixes++;
  if (!isLong && state.outsideFixes < fixes) return;
  state.outsideFixes = fixes;
  state.outsideSince = null;
  raise(state, events, rules, { kind: "position", moldId, level: 1, at, values });
}

function checkCycle(
  state: ReplayState,
  events: WarningEvent[],
  reading: ReplayReading,
  rules: WarningRules,
): void {
  const { at, moldId, standardMs, tolerance, cycleCount, cycleMs } = reading;
  if (cycleCount === 0 || standardMs === 0) return;
  if (state.cycleStandardMs !== standardMs) dropCycles(state);
  state.cycleStandardMs = standardMs;
  state.cycleSumMs += cycleMs;
  state.cycleShots += cycleCount;
  if (state.cycleShots < rules.cycle.shots) return;
  const { cycleSumMs: sum, cycleShots: shots } = state;
  dropCycles(state);
  const slack1 = toleranceMs(tolerance ?? rules.cycle.level1, standardMs);
  const slack2 = tolerance === null ? toleranceMs(rules.cycle.level2, standardMs) : 2 * slack1;
  // Compares sums of cycles instead of means. A rounded mean could be above the limit although the exact mean is below.
  const off = sum - standardMs * shots;
  const values = { meanMs: Math.round(sum / shots), standardMs, shots };
  const level: Level = Math.abs(off) > slack2 * shots ? 2 : 1;
  const isFast = -off > slack1 * shots;
  const isSlow = off > slack1 * shots;
  if (!isFast) clear(state, events, "cycleFast", at, values);
  if (!isSlow) clear(state, events, "cycleSlow", at, values);
  if (isFast) raise(state, events, rules, { kind: "cycleFast", moldId, level, at, values });
  if (isSlow) raise(state, events, rules, { kind: "cycleSlow", moldId, level, at, values });
}
