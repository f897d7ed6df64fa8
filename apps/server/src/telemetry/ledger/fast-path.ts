import {
  type Appended,
  addFigures,
  addToReplay,
  append,
  type CounterState,
  copyReplayState,
  type Declined,
  dayBeginning,
  factsOfAppended,
  type HourFigures,
  openFirst,
  outOfUseSince,
  type ReadingFacts,
  type ReplayReading,
  type ReplayState,
  startDay,
  UNBOUND,
  versionAt,
  type WarningEvent,
} from "../core/index.ts";
import type { TimedReading } from "./batch-rows.ts";
import type { IncomingReading } from "./incoming.ts";
import type { KnownCounter, MoldFacts } from "./known-counter.ts";

/**
 * Minimum number of readings between two stored checkpoints of the warning state. A checkpoint takes as much disk space
 * as three readings. More checkpoints would hardly make replays faster, because replaying 50 readings takes less time
 * than loading them.
 */
export const CHECKPOINT_READINGS = 50;

/**
 * Effect of new readings on one counter, as the fast path (`takeFast`) computes it in memory. The ledger then stores it
 * in the database.
 */
export interface FastWork<R extends TimedReading = TimedReading> {
  readonly counter: KnownCounter;
  /** True: the counter had no accepted reading before `readings`. */
  readonly isFirst: boolean;
  /** The readings to store. Readings that repeat the last known reading are left out. */
  readonly readings: readonly R[];
  /**
   * Readings that are not newer than the last known one. If all of them are stored already, they are duplicates.
   * Otherwise the counter needs the slow path (`takeSlow`), which derives its figures from the stored readings.
   */
  readonly repeated: readonly R[];
  readonly state: CounterState;
  readonly replayState: ReplayState;
  readonly sinceCheckpoint: number;
  readonly hours: readonly HourFigures[];
  readonly shots: number;
  /** Mean cycle of the latest reading with known cycles, ms. null: no reading of this batch has known cycles. */
  readonly lastCycleMs: number | null;
  readonly events: readonly WarningEvent[];
  /** Checkpoints to store: the start of a UTC day (ms), and the warning state before that day's first reading. */
  readonly checkpoints: readonly { readonly day: number; readonly state: ReplayState }[];
}

/**
 * Builds the input of the warning state machine from a reading. It copies field by field, because object spreads cost
 * more time than the state machine itself.
 */
export function watchReading(
  at: number,
  r: Pick<IncomingReading, "battery" | "lowBattery" | "rssi" | "removed" | "lng" | "lat">,
  made: ReadingFacts,
  mold: MoldFacts | undefined,
): ReplayReading {
  const { tolerance, fence, isIdleExempt } = versionAt(mold?.versions, at);
  return {
    at,
    battery: r.battery,
    isBatteryLow: r.lowBattery === null ? null : r.lowBattery === 1,
    rssi: r.rssi,
    isRemoved: r.removed === null ? null : r.removed === 1,
    fix: r.lng === null || r.lat === null ? null : { lng: r.lng, lat: r.lat },
    moldId: made.moldId,
    since: made.since,
    shots: made.shots,
    unboundShots: made.unboundShots,
    cycleMs: made.cycleMs,
    cycleCount: made.cycleCount,
    standardMs: made.standardMs,
    tolerance,
    fence,
    isIdleExempt,
    outOfUseSince: outOfUseSince(mold?.versions, at),
  };
}

/**
 * Fast path: computes the effect of readings on one counter in memory, without a query: new state, hours and warnings.
 * Returns null if a reading needs the slow path (`takeSlow` in slow-path.ts), which derives the figures from the stored
 * readings. `readings` must be sorted by time.
 */
export function takeFast<R extends TimedReading>(
  counter: KnownCounter,
  readings: readonly R[],
): FastWork<R> | null {
  let { sinceCheckpoint } = counter;
  const [opening] = readings;
  // Declines readings of archived months. Only the slow path (`takeSlow`) notes them in the table `reading_late`, from
  // which the next archive run adds them to a file.
  if (opening && opening.at < counter.archivedUntil) return null;
  const isFirst = counter.state === null;
  const first = isFirst && opening ? firstState(counter, opening) : null;
  const known = counter.state ?? first;
  if (known === null) return null;
  let state: CounterState = known;
  // Declines if the open binding of the state (`bindingId`) was closed meanwhile. The number of its shots is then
  // stored in the binding's row, and only the slow path (`takeSlow`) updates this row.
  const { bindingId } = state;
  if (
    bindingId !== UNBOUND &&
    counter.facts.bindings.some((b) => b.bindingId === bindingId && b.unboundAt !== null)
  )
    return null;
  const replayState = copyReplayState(counter.replayState);
  // Without a reading to leave out, the list of the readings to store is the given list. A copy would cost memory.
  let fresh: R[] | undefined;
  const repeated: R[] = [];
  let hours: HourFigures[] | undefined;
  const events: WarningEvent[] = [];
  const checkpoints: { day: number; state: ReplayState }[] = [];
  let shots = 0;
  let lastCycleMs: number | null = null;
  // The first day needs no checkpoint (stored warning state), because a replay without a checkpoint begins at the first
  // reading.
  if (isFirst) sinceCheckpoint = 0;
  for (let i = 0; i < readings.length; i++) {
    const r = readings[i];
    if (r === undefined || r.deviceAt !== null) return null;
    const result: Appended | Declined =
      first !== null && r === opening
        ? { state: first, shots: 0, hours: [] }
        : append(state, { at: r.at, count: r.in.count, cycles: r.in.cycles });
    if (result === "duplicate" || result === "late") {
      if (result === "late") repeated.push(r);
      fresh ??= readings.slice(0, i);
      continue;
    }
    if (typeof result === "string") return null;
    state = result.state;
    fresh?.push(r);
    shots += result.shots;
    if (hours === undefined) hours = [...result.hours];
    else for (const h of result.hours) addHour(hours, h);
    const made = factsOfAppended(result);
    if (made.cycleCount > 0) lastCycleMs = Math.round(made.cycleMs / made.cycleCount);
    const day = dayBeginning(r.at);
    const isNewDay = replayState.lastAt === null || dayBeginning(replayState.lastAt) !== day;
    if (isNewDay && sinceCheckpoint >= CHECKPOINT_READINGS) {
      checkpoints.push({ day, state: startDay(replayState) });
      sinceCheckpoint = 0;
    }
    sinceCheckpoint++;
    const mold = counter.molds.get(made.moldId);
    addToReplay(replayState, events, watchReading(r.at, r.in, made, mold), counter.rules);
  }
  return {
    counter,
    isFirst,
    readings: fresh ?? readings,
    repeated,
    state,
    replayState,
    sinceCheckpoint,
    hours: hours ?? [],
    shots,
    lastCycleMs,
    events,
    checkpoints,
  };
}

/**
 * Returns the state after a counter's first reading. Returns null if the reading needs the slow path (`takeSlow`), for
 * example because the counter's clock is not set.
 */
function firstState(counter: KnownCounter, r: TimedReading): CounterState | null {
  if (!counter.isNew || r.deviceAt !== null) return null;
  return openFirst(counter.facts, { at: r.at, count: r.in.count });
}

/**
 * Adds the figures of one interval to the last entry of `hours` if mold and hour are the same, otherwise as a new
 * entry. Each mold and hour then has one entry, because an SQL statement may not change a row twice. Only the last
 * entry is compared, so callers must pass the figures in order of time.
 */
function addHour(hours: HourFigures[], part: HourFigures): void {
  const sum = hours.at(-1);
  if (sum?.hour === part.hour && sum.moldId === part.moldId) addFigures(sum, part);
  else hours.push(part);
}
