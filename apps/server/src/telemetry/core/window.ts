/** Which part of the timeline must be derived again after a change, in whole hours. */
import type { Binding, Point } from "./timeline.ts";
import { HOUR_MS, hourBeginning, hourEnding } from "./timeline.ts";

/** Hours from `fromHour` up to and without `toHour`, ms; −Infinity and Infinity: no limit on that side. */
export interface HourWindow {
  readonly fromHour: number;
  readonly toHour: number;
}

/**
 * The hours that can change, given the accepted readings around the change: `previous` strictly before its first
 * moment (null: none), `next` the one at which the old and the new chain have met again, or for a change of
 * bindings the first one after the last changed moment (null: the change reaches the end of the timeline).
 *
 * To derive these hours in full (shortest and longest cycle do not subtract), load from the last accepted reading
 * at or before `fromHour`, through the first accepted one at or after `toHour`; hours outside the window are then
 * incomplete in the result, and unchanged: leave them alone.
 */
export function windowFor(previous: Point | null, next: Point | null): HourWindow {
  return {
    fromHour: previous === null ? Number.NEGATIVE_INFINITY : hourBeginning(previous.at),
    toHour: next === null ? Number.POSITIVE_INFINITY : hourEnding(next.at) + HOUR_MS,
  };
}

export function isInWindow(window: HourWindow, hour: number): boolean {
  return hour >= window.fromHour && hour < window.toHour;
}

/** First and last moment at which the two sets of bindings differ, null when they do not; Infinity: still open. */
export function changedSpan(
  before: readonly Binding[],
  after: readonly Binding[],
): { readonly firstAt: number; readonly lastAt: number } | null {
  const old = new Map(before.map((binding) => [binding.bindingId, binding]));
  const moments: number[] = [];
  for (const binding of after) {
    const was = old.get(binding.bindingId);
    old.delete(binding.bindingId);
    if (was === undefined) moments.push(binding.boundAt, endOf(binding));
    else if (was.moldId !== binding.moldId) {
      moments.push(was.boundAt, endOf(was), binding.boundAt, endOf(binding));
    } else {
      // What lies between two unchanged ends of one binding stays: closing an old binding is a short change.
      if (was.boundAt !== binding.boundAt || was.boundCount !== binding.boundCount) {
        moments.push(was.boundAt, binding.boundAt);
      }
      if (was.unboundAt !== binding.unboundAt || was.unboundCount !== binding.unboundCount) {
        moments.push(endOf(was), endOf(binding));
      }
    }
  }
  for (const binding of old.values()) moments.push(binding.boundAt, endOf(binding));
  return moments.length === 0 ? null : { firstAt: Math.min(...moments), lastAt: Math.max(...moments) };
}

function endOf(binding: Binding): number {
  return binding.unboundAt ?? Number.POSITIVE_INFINITY;
}
