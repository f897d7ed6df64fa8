import type { EnumValue } from "../kernel/index.ts";
import { autoReason } from "./inventory.entity.ts";

/** What the ledger knows of a mold within a count's window. */
export interface AutoFacts {
  /** The counter that was last on it; null: none was in the window. */
  readonly writerId: string | null;
  /** Readings that count, of the times at which the counter was on the mold. */
  readonly reports: number;
  /** What the last of them says of the label. */
  readonly isRemoved: boolean;
  /** Of the last of them that tells where it is, m from the plant; null: none tells. */
  readonly distance: number | null;
  /** The plant's fence, m; null: nobody has said where the plant is. */
  readonly radius: number | null;
}

/**
 * Judges whether a mold is counted automatically: it reported in the window, and its latest position is inside the
 * fence of its plant. A removed counter and a report without a position prove nothing.
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
