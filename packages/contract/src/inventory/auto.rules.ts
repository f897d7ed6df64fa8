import type { EnumValue } from "../kernel/index.ts";
import { autoReason } from "./inventory.entity.ts";

/** Facts from the ledger about a mold within a count's time window. */
export interface AutoFacts {
  /** The counter that was bound last within the window; null: none. */
  readonly writerId: string | null;
  /** Number of counted readings while the counter was bound to the mold. */
  readonly reports: number;
  /** Label state of the latest of these readings. */
  readonly isRemoved: boolean;
  /** Distance of the latest position from the plant, m; null: no position. */
  readonly distance: number | null;
  /** Fence radius of the plant, m; null: the plant has no coordinates. */
  readonly radius: number | null;
}

/**
 * Decides whether a mold is counted automatically: it reported in the window, and its latest position is at its
 * plant. A removed counter or a missing position is no evidence.
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
