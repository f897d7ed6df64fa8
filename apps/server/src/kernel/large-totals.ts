import { exactTotal } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import type { Selection } from "./select.ts";

const lifetimeMs = 30_000;
const maxEntries = 2_000;

interface Total {
  readonly count: number;
  readonly readAt: number;
}

/**
 * Large totals of lists that were counted in the last 30 s, by caller, list and conditions. The next pages of such a
 * list show the total as an estimate and do not count its rows again.
 */
export class LargeTotals {
  private readonly totals = new Map<string, Total>();

  /** @param threshold totals above it are reused, because counting so many rows takes longer than a page */
  constructor(private readonly threshold: number = exactTotal) {}

  /** Returns the key of a list. `name` names the query or table. */
  static keyOf({ who }: Ctx, name: string, { where }: Pick<Selection, "where">): string {
    return JSON.stringify([who.tenantId, who.userId, who.scope, name, where]);
  }

  get(key: string, now: number): number | undefined {
    const total = this.totals.get(key);
    // Compares the absolute difference, because the difference is negative after the clock was set back.
    return total && Math.abs(now - total.readAt) <= lifetimeMs ? total.count : undefined;
  }

  /** Remembers a total that was counted, if it is large. */
  note(key: string, count: number, now: number): void {
    this.totals.delete(key);
    if (count <= this.threshold) return;
    this.totals.set(key, { count, readAt: now });
    const oldest = this.totals.keys().next();
    if (this.totals.size > maxEntries && !oldest.done) this.totals.delete(oldest.value);
  }
}
