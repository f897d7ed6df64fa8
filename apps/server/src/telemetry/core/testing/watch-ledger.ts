/**
 * A caller of the watch that keeps day checkpoints and events in memory: the pattern for the one with a database.
 * Per counter and UTC day it stores the state before the day's first reading, and the day's events.
 */
import { dayBeginning } from "../timeline.ts";
import { foldDay, startDay, type WatchReading } from "../watch.ts";
import { applyEvent, type Warning } from "../watch-clock.ts";
import type { WatchRules } from "../watch-rules.ts";
import { NEW_WATCH, sameState, type WatchEvent, type WatchState } from "../watch-state.ts";

interface Day {
  readonly checkpoint: WatchState;
  readonly events: readonly WatchEvent[];
}

export class WatchLedger {
  readonly days = new Map<number, Day>();
  private readings: readonly WatchReading[] = [];
  /** For the tests: days folded so far. */
  folded = 0;

  constructor(private readonly rules: WatchRules) {}

  /**
   * @param readings all of them, in order, as the ledger sees them now.
   * @param changedDays those with a reading that is new or of which the facts have changed.
   */
  update(readings: readonly WatchReading[], changedDays: ReadonlySet<number>): void {
    this.readings = readings;
    if (changedDays.size === 0) return;
    const dayStarts = [...new Set(readings.map((r) => dayBeginning(r.at)))];
    const firstChanged = Math.min(...changedDays);
    const lastChanged = Math.max(...changedDays);
    let state: WatchState | null = null;
    for (const day of dayStarts) {
      if (day < firstChanged) continue;
      const checkpoint = state === null ? this.stateBefore(dayStarts, day) : startDay(state);
      const stored = this.days.get(day);
      if (day > lastChanged && stored !== undefined && sameState(stored.checkpoint, checkpoint)) return;
      const folded = this.fold(checkpoint, day);
      this.days.set(day, { checkpoint, events: folded.events });
      state = folded.state;
    }
  }

  /** The stored checkpoint, or for a day that had no readings the state at the end of the day before. */
  private stateBefore(dayStarts: readonly number[], day: number): WatchState {
    const stored = this.days.get(day)?.checkpoint;
    if (stored !== undefined) return stored;
    const before = dayStarts.findLast((other) => other < day);
    if (before === undefined) return startDay(NEW_WATCH);
    return startDay(this.fold(this.stateBefore(dayStarts, before), before).state);
  }

  private fold(checkpoint: WatchState, day: number) {
    this.folded++;
    const ofDay = this.readings.filter((r) => dayBeginning(r.at) === day);
    return foldDay(checkpoint, ofDay, () => this.rules);
  }

  events(): WatchEvent[] {
    return [...this.days].sort(([a], [b]) => a - b).flatMap(([, day]) => day.events);
  }

  warnings(): Map<string, Warning> {
    const result = new Map<string, Warning>();
    for (const event of this.events()) applyEvent(result, event);
    return result;
  }
}
