import { chance } from "../base/random.ts";
import type { Run } from "./production.ts";

/** The reporting rule of a counter. */
export interface Rhythm {
  /** Shots between two readings while the machine runs. */
  readonly shots: (cycleMs: number) => number;
  /** Time between two readings while the machine stands, ms. */
  readonly restMs: number;
}

/** Default settings of a real counter: every 240 shots, every 12 hours, and at the start and end of a run. */
export const fieldRhythm: Rhythm = { shots: () => 240, restMs: 12 * 3_600_000 };

/** More frequent readings for the demo in real time, so that screens change visibly. */
export function livelyRhythm(everyMs: number): Rhythm {
  return { shots: (cycleMs) => Math.max(1, Math.round(everyMs / cycleMs)), restMs: 5 * 60_000 };
}

/** A time at which a counter sends a reading. */
export interface Moment {
  readonly at: number;
  /** Shots of the mold up to this time, since the first binding. */
  readonly shots: number;
  /** The run and the shot within it, from 1; undefined while the machine stands. */
  readonly run: Run | undefined;
  readonly shot: number;
}

/** Iterates over a mold's production forward in time. The results depend only on the time. */
export class MoldClock {
  private readonly runs: Generator<Run>;
  private run: Run | undefined;
  /** Shots of all finished runs. */
  private made = 0;

  constructor(
    private readonly index: number,
    runs: Generator<Run>,
  ) {
    this.runs = runs;
    this.run = this.take();
  }

  private take(): Run | undefined {
    const next = this.runs.next();
    return next.done ? undefined : next.value;
  }

  /** Cycle times vary slightly from shot to shot. */
  private shotAt(run: Run, shot: number): number {
    if (shot >= run.shots) return run.to;
    const jitter = (chance("shot", this.index, run.before + shot) - 0.5) * 0.024;
    return Math.round(run.from + (shot + jitter) * run.cycleMs);
  }

  private shotsBy(run: Run, at: number): number {
    let shot = Math.max(0, Math.floor((at - run.from) / run.cycleMs) - 1);
    while (shot < run.shots && this.shotAt(run, shot + 1) <= at) shot++;
    return shot;
  }

  /** Returns the mold's shots up to a time, which must not be before the previous call's. */
  shotsAt(at: number): number {
    const run = this.seek(at);
    return run ? run.before + (at < run.from ? 0 : this.shotsBy(run, at)) : this.made;
  }

  private seek(at: number): Run | undefined {
    while (this.run && this.run.to <= at) {
      this.made = this.run.before + this.run.shots;
      this.run = this.take();
    }
    return this.run;
  }

  /** Returns the next time after `after` at which the counter sends a reading. */
  next(after: number, rhythm: Rhythm): Moment {
    const run = this.seek(after);
    const phase = Math.round(chance("phase", this.index) * rhythm.restMs);
    const rest = (Math.floor((after - phase) / rhythm.restMs) + 1) * rhythm.restMs + phase;
    if (!run) return { at: rest, shots: this.made, run: undefined, shot: 0 };
    if (after < run.from && rest < run.from) return { at: rest, shots: run.before, run: undefined, shot: 0 };
    const made = after < run.from ? 0 : this.shotsBy(run, after);
    const every = rhythm.shots(run.cycleMs);
    const shot = made === 0 ? 1 : Math.min(run.shots, made + every - ((run.before + made) % every));
    return { at: this.shotAt(run, shot), shots: run.before + shot, run, shot };
  }

  /** Returns the cycle times of the last shots before a moment of a run, oldest first, ms. */
  cycles(moment: Moment, count: number): number[] {
    const { run, shot } = moment;
    if (!run) return [];
    const cycles: number[] = [];
    for (let k = shot - count + 1; k <= shot; k++)
      cycles.push(k <= 1 ? run.cycleMs : this.shotAt(run, k) - this.shotAt(run, k - 1));
    return cycles;
  }
}
