/** Whole shots of a stretch of time over the UTC hours it touches, by largest remainder. */
import { HOUR_MS, hourBeginning, hourEnding } from "./timeline.ts";
import { multiplyDivide } from "./whole-division.ts";

/**
 * The middle hours are all alike, so a stretch of any length is described by seven numbers: the work is in
 * the hours that got a shot, not in the hours of the gap.
 */
export interface HourSplit {
  /** Start of the first and the last hour touched, ms. The same when it is one hour. */
  readonly first: number;
  readonly last: number;
  readonly firstShots: number;
  readonly lastShots: number;
  /** Whole hours between. */
  readonly middleHours: number;
  /** Each middle hour has so many shots … */
  readonly middleShots: number;
  /** … and so many of them, the earliest, have one more. */
  readonly middleWithOneMore: number;
}

/** @param to later than `from`, or equal to it for a stretch without length. */
export function splitOverHours(from: number, to: number, shots: number): HourSplit {
  const first = hourBeginning(from);
  // A stretch without length is what came after a reading at that very moment: it is in the hour that begins.
  const last = Math.max(hourEnding(to), first);
  if (first === last) {
    return {
      first,
      last,
      firstShots: shots,
      lastShots: 0,
      middleHours: 0,
      middleShots: 0,
      middleWithOneMore: 0,
    };
  }
  const length = to - from;
  const middleHours = (last - first) / HOUR_MS - 1;
  const head = multiplyDivide(shots, first + HOUR_MS - from, length);
  const middle = multiplyDivide(shots, HOUR_MS, length);
  const tail = multiplyDivide(shots, to - last, length);
  let left = shots - head.whole - middleHours * middle.whole - tail.whole;
  const more = { head: 0, middle: 0, tail: 0 };
  // A stable sort, listed in order of time: ties go to the earlier hour.
  const byRest = [
    { part: "head" as const, rest: head.rest, hours: 1 },
    { part: "middle" as const, rest: middle.rest, hours: middleHours },
    { part: "tail" as const, rest: tail.rest, hours: 1 },
  ].sort((a, b) => b.rest - a.rest);
  for (const { part, hours } of byRest) {
    more[part] = Math.min(left, hours);
    left -= more[part];
  }
  return {
    first,
    last,
    firstShots: head.whole + more.head,
    lastShots: tail.whole + more.tail,
    middleHours,
    middleShots: middle.whole,
    middleWithOneMore: more.middle,
  };
}

/** Calls `visit` for the touched hours in order of time: those with a shot, or all of them. */
export function visitHours(
  split: HourSplit,
  withEmpty: boolean,
  visit: (hour: number, shots: number) => void,
): void {
  if (withEmpty || split.firstShots > 0) visit(split.first, split.firstShots);
  if (split.first === split.last) return;
  const middle = withEmpty || split.middleShots > 0 ? split.middleHours : split.middleWithOneMore;
  for (let i = 0; i < middle; i++) {
    visit(split.first + (i + 1) * HOUR_MS, split.middleShots + (i < split.middleWithOneMore ? 1 : 0));
  }
  if (withEmpty || split.lastShots > 0) visit(split.last, split.lastShots);
}
