/** Finds the hours whose figures must be derived again after a change. */
import type { Binding, Point } from "./timeline.ts";
import { HOUR_MS, hourBeginning, hourEnding } from "./timeline.ts";

/** Hours from `fromHour` (included) to `toHour` (excluded), ms. −Infinity and Infinity mean no limit. */
export interface HourWindow {
  readonly fromHour: number;
  readonly toHour: number;
}

/**
 * Returns the hours whose figures a change can affect. These figures are derived again as a whole, because the shortest
 * and longest cycle of an hour cannot be corrected by a difference. The caller loads the readings from the last
 * accepted reading at or before `fromHour` to the first accepted reading at or after `toHour`. The derivation then also
 * contains incomplete hours outside the window. They have not changed and must be ignored.
 * @param previous the last accepted reading before the change; null: there is none
 * @param next the reading from which on the change has no effect (`findConvergence`). For a change of bindings: the
 * first accepted reading after the change. null: the change reaches the end of the timeline.
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

/**
 * Returns the first and the last moment at which two sets of bindings differ. Returns null if the sets are equal. The
 * last moment is Infinity if a changed binding is open.
 */
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
      // Adds only the changed bind or unbind to the span, because the shots in the middle of the binding stay the same.
      // So a change of `unboundAt` in a long binding affects only a short time.
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
