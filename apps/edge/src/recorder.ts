import { heartbeatMs } from "./limits.ts";
import type { Reading } from "./types.ts";

interface Last {
  readonly count: number;
  readonly at: number;
}

/**
 * Limit for backward steps of the computer's clock, ms. After a smaller step, a reading gets a time right after the
 * previous reading, so that times increase. A larger step is a correction of the clock: the time is stored unchanged.
 */
const maxStepBackMs = 60_000;

/**
 * Passes readings to the journal: every change of a count, and an unchanged count from time to time. Counts are
 * cumulative, so leaving out unchanged counts loses no shot.
 */
export class Recorder {
  private readonly last = new Map<string, Last>();

  constructor(private readonly store: (readings: readonly Reading[]) => Promise<void>) {}

  /**
   * Stores the changed counts. Resolves when they are on disk. After a failure the same counts are stored at the next
   * call.
   */
  async observe(readings: readonly Reading[]): Promise<void> {
    const changes: Reading[] = [];
    const before = new Map(this.last);
    for (const r of readings) {
      const last = before.get(r.device);
      const passed = last ? r.at - last.at : 0;
      if (last && last.count === r.count && passed < heartbeatMs && passed >= -maxStepBackMs) continue;
      const isBehind = last !== undefined && passed <= 0 && passed >= -maxStepBackMs;
      const reading = isBehind && last ? { ...r, at: last.at + 1 } : r;
      changes.push(reading);
      before.set(r.device, { count: reading.count, at: reading.at });
    }
    if (changes.length === 0) return;
    await this.store(changes);
    for (const { device, count, at } of changes) this.last.set(device, { count, at });
  }
}
