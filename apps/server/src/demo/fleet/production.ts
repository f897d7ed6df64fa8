import { day, hour, minute, type Shifts, shifts } from "../base/catalog.ts";
import { between, chance } from "../base/random.ts";
import type { Episodes, Span } from "./episodes.ts";
import type { MoldSpec } from "./molds.ts";

/** A period in which the mold makes one shot per cycle without a stop. */
export interface Run extends Span {
  readonly cycleMs: number;
  readonly shots: number;
  /** Number of shots of the mold before this run, counted from the first binding. */
  readonly before: number;
}

/** UTC offset of the plants, ms. The offset is constant, because China has no daylight saving time. */
const zoneMs = 8 * hour;
const shortest = 10 * minute;

/**
 * Yields the working hours of a plant between two times. `later` delays the breaks by this number of hours, so that
 * the molds of a plant have different breaks.
 */
function* workingWindows(s: Shifts, range: Span, later: number): Generator<Span> {
  if (s.to - s.from >= 24 && s.breaks.length === 0 && !s.sunday) {
    yield range;
    return;
  }
  let open: { from: number; to: number } | undefined;
  for (let d = Math.floor((range.from + zoneMs) / day); d * day - zoneMs < range.to; d++) {
    const midnight = d * day - zoneMs;
    // Skips Sundays. `d` counts days since 1 January 1970, which was a Thursday, so d + 4 is 0 modulo 7 on Sundays.
    if (s.sunday && (d + 4) % 7 === 0) continue;
    const cuts = [s.from, ...s.breaks.flatMap(([at, length]) => [at + later, at + later + length]), s.to];
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const from = Math.max(range.from, midnight + (cuts[i] ?? 0) * hour);
      const to = Math.min(range.to, midnight + (cuts[i + 1] ?? 0) * hour);
      if (to <= from) continue;
      if (open && open.to === from) open.to = to;
      else {
        if (open) yield open;
        open = { from, to };
      }
    }
  }
  if (open) yield open;
}

function* without(range: Span, spans: readonly Span[]): Generator<Span> {
  let { from } = range;
  for (const s of [...spans].sort((a, b) => a.from - b.from)) {
    if (s.from > from) yield { from, to: Math.min(s.from, range.to) };
    from = Math.max(from, s.to);
    if (from >= range.to) return;
  }
  if (from < range.to) yield { from, to: range.to };
}

/**
 * Yields the parts of a period in which the machine works. Between them lie random stops of about 11 minutes to 3
 * hours.
 */
function* betweenStops(mold: MoldSpec, range: Span): Generator<Span> {
  let { from } = range;
  for (;;) {
    const to = from - Math.log(1 - chance("run", mold.index, from)) * 30 * hour + 2 * hour;
    yield { from, to: Math.min(to, range.to) };
    from = to + between(0.25, 1, "stop", mold.index, Math.round(to)) ** 2 * 3 * hour;
    if (from >= range.to) return;
  }
}

/**
 * Generates the runs of a mold (its times of production without interruption) one after the other, without end unless
 * the mold stops for good (`stoppedAt`). Each call generates the same runs.
 */
export function* production(mold: MoldSpec, episodes: Episodes): Generator<Run> {
  const shift = shifts[mold.plantId];
  if (!shift) return;
  // Raises `duty` (share of the time in which the mold is mounted on a machine) for molds of plants that close at
  // night. So these molds make up for the hours without production.
  const duty = shift.to - shift.from < 24 ? Math.min(0.95, mold.duty * 1.15) : mold.duty;
  const later = between(0, 5, "break", mold.index);
  let at = mold.startsAt + between(0.02, 1.5, "first", mold.index) * day;
  let before = 0;
  for (let n = 0; ; n++) {
    const length = between(1.5, 9, "campaign", mold.index, n) * day;
    const pause = Math.min(5 * day, length * (1 / duty - 1) * between(0.5, 1.5, "pause", mold.index, n));
    const holiday = chance("long", mold.index, n) < 0.012 ? between(8, 17, "longer", mold.index, n) * day : 0;
    const campaign = { from: at, to: at + length };
    // Ends the production at `stoppedAt`: the mold is then scrapped, in storage, without a counter, or in a repair
    // without a known end.
    if (at > episodes.stoppedAt) return;
    for (const window of workingWindows(shift, campaign, later)) {
      for (const free of without(window, episodes.blocked(window))) {
        for (const piece of betweenStops(mold, free)) {
          for (const run of runsOf(mold, episodes, piece)) {
            const made = { ...run, before };
            before += run.shots;
            yield made;
          }
        }
      }
    }
    at += length + pause + holiday;
  }
}

/** Splits a period of production into runs. A run ends when the cycle time becomes abnormal or normal again. */
function* runsOf(mold: MoldSpec, episodes: Episodes, piece: Span): Generator<Omit<Run, "before">> {
  const odd = episodes.odd(piece);
  const cuts = [
    piece.from,
    ...odd.flatMap((o) => [o.from, o.to]).filter((c) => c > piece.from && c < piece.to),
    piece.to,
  ];
  cuts.sort((a, b) => a - b);
  for (let i = 0; i + 1 < cuts.length; i++) {
    const from = Math.round(cuts[i] ?? 0);
    const to = cuts[i + 1] ?? 0;
    if (to - from < shortest) continue;
    const factor = odd.find((o) => o.from <= from && from < o.to)?.factor ?? normalFactor(mold, from);
    const cycleMs = Math.round(mold.cycleMs * factor);
    const shots = Math.floor((to - from) / cycleMs);
    if (shots > 1) yield { from, to: from + shots * cycleMs, cycleMs, shots };
  }
}

/**
 * Returns the ratio of the mold's cycle time to the standard: a constant part per mold, slow wear, and a random part
 * per run.
 */
function normalFactor(mold: MoldSpec, at: number): number {
  const own = between(-0.014, 0.018, "own", mold.index);
  const wear = (0.016 * ((at - mold.startsAt) % (400 * day))) / (400 * day);
  return 1 + own + wear + between(-0.007, 0.007, "noise", mold.index, at);
}
