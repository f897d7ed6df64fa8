import { chance } from "../base/random.ts";
import type { Run } from "./production.ts";

/** Rule by which a counter sends readings. */
export interface Rhythm {
  /**
   * Number of shots after which a running machine's counter sends its next reading. The argument is the cycle time, ms.
   */
  readonly shots: (cycleMs: number) => number;
  /** Time between two readings while the machine stands still, ms. */
  readonly restMs: number;
}

/**
 * Default settings of a real counter. It sends a reading every 240 shots, and every 12 hours while the machine stands
 * still. It also sends one at the start and end of a run.
 */
export const fieldRhythm: Rhythm = { shots: () => 240, restMs: 12 * 3_600_000 };

/**
 * Returns the rhythm for the live part of the demo: about one reading per `everyMs`. Readings are frequent, so that
 * users see the screens change.
 */
export function livelyRhythm(everyMs: number): Rhythm {
  return { shots: (cycleMs) => Math.max(1, Math.round(everyMs / cycleMs)), restMs: 5 * 60_000 };
}

/** Moment at which a counter sends a reading. */
export interface Moment {
  readonly at: number;
  /** Number of shots of the mold from its first binding to this moment. */
  readonly shots: number;
  /** Run (production without a stop) at this moment. undefined: the machine stands still. */
  readonly run: Run | undefined;
  /** Number of the shot within the run (a time of production without interruption), beginning with 1. */
  readonly shot: number;
}

/**
 * Tells for any time how many shots a simulated mold has made, and when its counter sends the next reading. The times
 * of successive calls must not go back.
 */
export class MoldClock {
  private readonly runs: Generator<Run>;
  private run: Run | undefined;
  /** Number of shots that the mold made in all finished runs. */
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

  /**
   * Returns the time at which shot number `shot` of a run of the mold ends. Cycle times vary slightly from shot to
   * shot.
   */
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

  /** Returns the number of shots of the mold up to `at`, which must not lie before the `at` of the previous call. */
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

  /** Returns the next moment after `after` at which the counter sends a reading. */
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

  /** Returns the cycle times of the last `count` shots before a moment, ms, oldest first. */
  cycles(moment: Moment, count: number): number[] {
    const { run, shot } = moment;
    if (!run) return [];
    const cycles: number[] = [];
    for (let k = shot - count + 1; k <= shot; k++)
      cycles.push(k <= 1 ? run.cycleMs : this.shotAt(run, k) - this.shotAt(run, k - 1));
    return cycles;
  }
}
