/**
 * In-memory model of the store of warnings, for tests. For each UTC day it keeps a checkpoint (the warning state before
 * the day's first reading) and the warning events of the day.
 */
import { dayBeginning } from "../timeline.ts";
import { applyEvent, type Warning } from "../warning-clock.ts";
import { type ReplayReading, replayDay, startDay } from "../warning-machine.ts";
import type { WarningRules } from "../warning-rules.ts";
import { NEW_REPLAY_STATE, type ReplayState, sameState, type WarningEvent } from "../warning-state.ts";

interface Day {
  readonly checkpoint: ReplayState;
  readonly events: readonly WarningEvent[];
}

export class WarningLedger {
  readonly days = new Map<number, Day>();
  private readings: readonly ReplayReading[] = [];
  /** Number of days replayed so far. Tests check that a late reading replays only few days. */
  replayed = 0;

  constructor(private readonly rules: WarningRules) {}

  /**
   * Replays the warning state machine over the changed days.
   *
   * @param readings all readings in order, with their current figures
   * @param changedDays days that have a new reading, or a reading whose figures changed
   */
  update(readings: readonly ReplayReading[], changedDays: ReadonlySet<number>): void {
    this.readings = readings;
    if (changedDays.size === 0) return;
    const dayStarts = [...new Set(readings.map((r) => dayBeginning(r.at)))];
    const firstChanged = Math.min(...changedDays);
    const lastChanged = Math.max(...changedDays);
    let state: ReplayState | null = null;
    for (const day of dayStarts) {
      if (day < firstChanged) continue;
      const checkpoint = state === null ? this.stateBefore(dayStarts, day) : startDay(state);
      const stored = this.days.get(day);
      if (day > lastChanged && stored !== undefined && sameState(stored.checkpoint, checkpoint)) return;
      const replayed = this.replay(checkpoint, day);
      this.days.set(day, { checkpoint, events: replayed.events });
      state = replayed.state;
    }
  }

  /**
   * Returns the warning state before the first reading of a day: the stored checkpoint or, if the day has none, the
   * state at the end of the previous day.
   */
  private stateBefore(dayStarts: readonly number[], day: number): ReplayState {
    const stored = this.days.get(day)?.checkpoint;
    if (stored !== undefined) return stored;
    const before = dayStarts.findLast((other) => other < day);
    if (before === undefined) return startDay(NEW_REPLAY_STATE);
    return startDay(this.replay(this.stateBefore(dayStarts, before), before).state);
  }

  private replay(checkpoint: ReplayState, day: number) {
    this.replayed++;
    const ofDay = this.readings.filter((r) => dayBeginning(r.at) === day);
    return replayDay(checkpoint, ofDay, () => this.rules);
  }

  events(): WarningEvent[] {
    return [...this.days].sort(([a], [b]) => a - b).flatMap(([, day]) => day.events);
  }

  warnings(): Map<string, Warning> {
    const result = new Map<string, Warning>();
    for (const event of this.events()) applyEvent(result, event);
    return result;
  }
}
