/** Distributes whole shots of an interval over the UTC hours that it touches, by the largest-remainder method. */
import { HOUR_MS, hourBeginning, hourEnding } from "./timeline.ts";
import { multiplyDivide } from "./whole-division.ts";

/**
 * Shots per hour of an interval, in compact form. The whole hours between the first and the last hour have almost equal
 * numbers of shots: they differ by at most one. So the seven numbers below describe an interval of any length, and are
 * computed in the same time for any length.
 */
export interface HourSplit {
  /** Start of the first hour that the interval touches, ms. */
  readonly first: number;
  /** Start of the last hour that the interval touches, ms. Equals `first` if the interval lies within one hour. */
  readonly last: number;
  readonly firstShots: number;
  readonly lastShots: number;
  /** Number of middle hours: the whole hours between the first and the last hour. */
  readonly middleHours: number;
  /** Number of shots in each middle hour (whole hour between the first and the last hour). */
  readonly middleShots: number;
  /** Number of middle hours that have one shot more than `middleShots`. They are the earliest middle hours. */
  readonly middleWithOneMore: number;
}

/** Splits the shots of the interval from `from` to `to` by UTC hour. `to` may equal `from`. */
export function splitOverHours(from: number, to: number, shots: number): HourSplit {
  const first = hourBeginning(from);
  // If `from` and `to` are the same full hour, `hourEnding` returns the hour before it. The shots then belong to the
  // hour that begins at `from`.
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
  // The shares of the hours are rounded down, so some shots are left over. Each of them goes to one hour: first to the
  // hours with the largest remainders and, of two equal remainders, to the earlier hour. All middle hours have the same
  // remainder.
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

/**
 * Calls `visit` for each hour with shots, in order of time. If `withEmpty` is true, calls it for all hours that the
 * interval touches.
 */
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
