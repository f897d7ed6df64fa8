import { type Binding, hour, type MonthMold, type Plan, type Reading } from "./plan.ts";

/* Independent recalculation of shots per hour from plain lists of readings and bindings. It shares no code with
 * the server: the rules are implemented a second time, in a simple and slow way. */

export interface Figures {
  shots: number;
  runMs: number;
  cycleMs: number;
  cycleCount: number;
  min: number;
  max: number;
  within: number;
  fast: number;
  slow: number;
  estimated: number;
}

/** Interval between two consecutive accepted readings of a counter. */
interface Interval {
  readonly mold: string | null;
  readonly from: number;
  readonly to: number;
  readonly shots: number;
  readonly cycles: readonly number[] | null;
}

/** Reading with the result of the check whether the reading counts. */
export interface CheckedReading extends Reading {
  readonly isCounted: boolean;
  readonly mold: string | null;
  /** Start of the current binding, or of the current period on no mold. Null: the counter was never on a mold. */
  readonly since: number | null;
  readonly shots: number;
  readonly cycleMs: number;
  readonly cycleCount: number;
}

export interface CounterResult {
  readonly readings: readonly CheckedReading[];
  readonly intervals: readonly Interval[];
}

const hourOf = (at: number) => Math.floor(at / hour) * hour;

export class ShotRecalculation {
  private readonly arrived = new Map<string, Reading[]>();
  private readonly results = new Map<string, CounterResult>();
  private readonly moldHours = new Map<string, Map<number, Figures>>();

  constructor(readonly plan: Plan) {}

  /** Adds a reading that has arrived. Ignores a duplicate. */
  addReading(r: Reading): void {
    const list = this.arrived.get(r.chip) ?? [];
    this.arrived.set(r.chip, list);
    if (list.some((x) => x.at === r.at && x.count === r.count)) return;
    list.push(r);
    this.results.delete(r.chip);
    for (const b of this.plan.bindings) if (b.chip === r.chip) this.moldHours.delete(b.mold);
  }

  mold(no: string): MonthMold {
    const m = this.plan.molds.find((x) => x.no === no);
    if (!m) throw new Error(`no mold ${no}`);
    return m;
  }

  /** Returns the bindings that have begun by `now`. A binding that ends after `now` is still open. */
  bindingsOf(chip: string, now: number): Binding[] {
    return this.plan.bindings
      .filter((b) => b.chip === chip && b.from <= now)
      .map((b) => (b.until <= now ? b : { ...b, until: Number.POSITIVE_INFINITY, untilCount: null }));
  }

  counter(chip: string, now: number): CounterResult {
    const bindings = this.bindingsOf(chip, now);
    const known = this.results.get(chip);
    if (known && !bindings.some((b) => b.from === now || b.until === now)) return known;
    const result = checkReadings(this, this.arrived.get(chip) ?? [], bindings);
    this.results.set(chip, result);
    for (const b of bindings) this.moldHours.delete(b.mold);
    return result;
  }

  /** Returns the figures of a mold by hour, as of `now`. */
  hours(no: string, now: number): Map<number, Figures> {
    const chips = this.plan.bindings.filter((b) => b.mold === no).map((b) => b.chip);
    const results = chips.map((c) => this.counter(c, now));
    const known = this.moldHours.get(no);
    if (known) return known;
    const hours = new Map<number, Figures>();
    for (const s of results.flatMap((b) => b.intervals).filter((x) => x.mold === no))
      spread(s, this.mold(no).cycle, hours);
    this.moldHours.set(no, hours);
    return hours;
  }

  /** Returns the sum of a figure of a mold over the hours that begin in [from, to). */
  sum(no: string, now: number, pick: keyof Figures, from = 0, to = Number.POSITIVE_INFINITY): number {
    let n = 0;
    for (const [h, f] of this.hours(no, now)) if (h >= from && h < to) n += f[pick];
    return n;
  }

  /**
   * Returns the run time or the shots of a mold since an instant. The first hour counts in proportion to its part after
   * that instant.
   */
  since(no: string, now: number, pick: "runMs" | "shots", from: number | null): number {
    let n = 0;
    for (const [h, f] of this.hours(no, now)) {
      const part = from === null ? 1 : Math.min(1, Math.max(0, (h + hour - from) / hour));
      n += f[pick] * part;
    }
    return n;
  }
}

/** Decides which readings are accepted, and splits the time between them into intervals. */
function checkReadings(
  plant: ShotRecalculation,
  list: readonly Reading[],
  bindings: readonly Binding[],
): CounterResult {
  const sorted = [...list].sort((a, b) => a.at - b.at || a.count - b.count);
  const counted = new Set<Reading>();
  const intervals: Interval[] = [];
  const made = new Map<Reading, { shots: number; cycleMs: number; cycleCount: number }>();
  const boundTo = (at: number) => bindings.find((b) => b.from < at && at <= b.until);
  const moments = new Map<number, Reading[]>();
  for (const r of sorted) moments.set(r.at, [...(moments.get(r.at) ?? []), r]);
  let last: { at: number; count: number } | null = null;
  for (const r of sorted) {
    // Of several readings with the same time, accepts the smallest count that is not below the previous count.
    const twins = moments.get(r.at) ?? [];
    const floor: number = last?.count ?? 0;
    if (r !== (twins.find((x) => x.count >= floor) ?? twins[0])) continue;
    const began = bindings.find((b) => b.fromCount !== null && b.from < r.at);
    if (last === null && began) last = { at: began.from, count: began.fromCount ?? 0 };
    if (last === null) {
      counted.add(r);
      last = r;
      continue;
    }
    const fell = r.count < last.count;
    if (fell && (last.count - r.count) * 100 <= last.count) continue;
    const shots = fell ? r.count : r.count - last.count;
    if (shots * 500 > r.at - last.at) continue;
    counted.add(r);
    const mold = boundTo(r.at)?.mold ?? null;
    const interval = { mold, from: last.at, to: r.at, shots, cycles: r.cycles };
    if (shots > 0) intervals.push(interval);
    if (shots > 0 && mold !== null) {
      const hours = new Map<number, Figures>();
      spread(interval, plant.mold(mold).cycle, hours);
      let cycleMs = 0;
      let cycleCount = 0;
      for (const f of hours.values()) {
        cycleMs += f.cycleMs;
        cycleCount += f.cycleCount;
      }
      made.set(r, { shots, cycleMs, cycleCount });
    }
    last = r;
  }
  // Adds the shots since the last reading if a count was typed when the counter was unbound: such a count is treated as
  // a reading.
  const off = bindings.find((b) => b.untilCount !== null);
  if (off && last && last.at < off.until && (off.untilCount ?? 0) > last.count)
    intervals.push({
      mold: off.mold,
      from: last.at,
      to: off.until,
      shots: (off.untilCount ?? 0) - last.count,
      cycles: null,
    });
  const readings = sorted.map((r): CheckedReading => {
    const on = boundTo(r.at);
    const ended = bindings.filter((b) => b.until < r.at).at(-1);
    return {
      ...r,
      isCounted: counted.has(r),
      mold: on?.mold ?? null,
      since: on?.from ?? ended?.until ?? null,
      ...(made.get(r) ?? { shots: 0, cycleMs: 0, cycleCount: 0 }),
    };
  });
  return { readings, intervals };
}

const none = (): Figures => ({
  shots: 0,
  runMs: 0,
  cycleMs: 0,
  cycleCount: 0,
  min: Number.POSITIVE_INFINITY,
  max: 0,
  within: 0,
  fast: 0,
  slow: 0,
  estimated: 0,
});

/**
 * Splits the shots of an interval into hours in proportion to time. Shots left over by rounding go to the hours with
 * the largest remainders.
 */
function shares(s: Interval): { h: number; ms: number; shots: number }[] {
  const parts: { h: number; ms: number; shots: number; rest: bigint }[] = [];
  const length = BigInt(s.to - s.from);
  for (let h = hourOf(s.from); h < s.to; h += hour) {
    const ms = Math.min(s.to, h + hour) - Math.max(s.from, h);
    const product = BigInt(s.shots) * BigInt(ms);
    parts.push({ h, ms, shots: Number(product / length), rest: product % length });
  }
  let left = s.shots - parts.reduce((n, p) => n + p.shots, 0);
  for (const p of [...parts].sort((a, b) => (a.rest === b.rest ? a.h - b.h : a.rest > b.rest ? -1 : 1))) {
    if (left === 0) break;
    p.shots++;
    left--;
  }
  return parts;
}

/** Adds the figures of an interval to the hours that it covers. */
function spread(s: Interval, cycle: number, hours: Map<number, Figures>): void {
  const parts = shares(s);
  const exact = parts.length === 1;
  const length = s.to - s.from;
  const slack = Math.floor(cycle * 0.05 + 1e-6);
  const isKnown = s.cycles === null && length >= 500 * s.shots && length <= 3 * cycle * s.shots;
  const mean = Math.round(length / s.shots);
  let done = 0;
  let msDone = 0;
  for (const p of parts) {
    if (p.shots === 0 && !isKnown) continue;
    const f = hours.get(p.h) ?? none();
    hours.set(p.h, f);
    f.shots += p.shots;
    if (!exact) f.estimated += p.shots;
    const cycles: number[] = [];
    if (s.cycles !== null) {
      // Aligns the cycles with the shots at the end: the last cycle belongs to the last shot. The list of cycles may be
      // longer or shorter than the number of shots.
      const offset = s.cycles.length - s.shots;
      for (let i = done; i < done + p.shots; i++) {
        const c = s.cycles[offset + i];
        if (c !== undefined && c >= 500 && c <= 3 * cycle) cycles.push(c);
      }
      const sum = cycles.reduce((n, c) => n + c, 0);
      f.runMs += sum + (p.shots - cycles.length) * cycle;
      f.cycleMs += sum;
    } else if (isKnown) {
      f.runMs += p.ms;
      if (p.shots > 0) {
        const until = Number((BigInt(length) * BigInt(done + p.shots)) / BigInt(s.shots));
        f.cycleMs += until - msDone;
        msDone = until;
        for (let i = 0; i < p.shots; i++) cycles.push(mean);
      }
    } else f.runMs += p.shots * cycle;
    done += p.shots;
    f.cycleCount += cycles.length;
    for (const c of cycles) {
      f.min = Math.min(f.min, c);
      f.max = Math.max(f.max, c);
      // Compares the unrounded mean with the tolerance, because a rounded mean could be on the other side of the limit.
      const compared = s.cycles === null ? length / s.shots : c;
      if (compared < cycle - slack) f.fast++;
      else if (compared > cycle + slack) f.slow++;
      else f.within++;
    }
  }
}
