import type { EnumValue } from "../kernel/index.ts";
import { autoReason } from "./inventory.entity.ts";

/**
 * Facts about a mold within the time window of a stock-take. `judgeAuto` decides from them whether the mold is present.
 */
export interface AutoFacts {
  /** The counter that was bound to the mold last within the window; null if none was. */
  readonly writerId: string | null;
  /** Number of counted readings within the time window while the counter was bound to the mold. */
  readonly reports: number;
  /** True if the latest counted reading says that the counter was removed from the mold. */
  readonly isRemoved: boolean;
  /** Distance from the plant to the counter's latest position, m; null if no reading had a position. */
  readonly distance: number | null;
  /** Radius of the plant's fence, m; null if the plant has no coordinates. */
  readonly radius: number | null;
}

/**
 * Decides from readings alone, without a user, whether a mold counts as present. The mold's counter must have reported
 * within the window and must sit on the mold. The counter's latest position must be within the fence of the mold's
 * plant.
 */
export function judgeAuto(f: AutoFacts): EnumValue<typeof autoReason> {
  const { counted, noCounter, silent, removed, noFence, noPosition, away } = autoReason.values;
  if (f.writerId === null) return noCounter;
  if (f.reports === 0) return silent;
  if (f.isRemoved) return removed;
  if (f.radius === null) return noFence;
  if (f.distance === null) return noPosition;
  return f.distance <= f.radius ? counted : away;
}
