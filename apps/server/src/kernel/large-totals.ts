import { exactTotal } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import type { KnownTotal } from "./page-total.ts";
import type { Selection } from "./select.ts";

const lifetimeMs = 30_000;
const maxEntries = 2_000;

/**
 * Cache of totals above 100,000, counted or estimated, for 30 s, by caller, list and conditions. The next pages of the
 * list reuse the total.
 */
export class LargeTotals {
  private readonly totals = new Map<string, { readonly total: KnownTotal; readonly readAt: number }>();

  /** @param threshold totals above it are reused, because counting so many rows takes longer than a page */
  constructor(private readonly threshold: number = exactTotal) {}

  /** Returns the key of a list. `name` names the query or table. */
  static keyOf({ who }: Ctx, name: string, { where }: Pick<Selection, "where">): string {
    return JSON.stringify([who.tenantId, who.userId, who.scope, name, where]);
  }

  get(key: string, now: number): KnownTotal | undefined {
    const entry = this.totals.get(key);
    // Compares the absolute difference, because the difference is negative after the clock was set back.
    return entry && Math.abs(now - entry.readAt) <= lifetimeMs ? entry.total : undefined;
  }

  /** Stores a total if it is above the threshold. Otherwise removes the stored one. */
  note(key: string, total: KnownTotal, now: number): void {
    this.totals.delete(key);
    if (total.count <= this.threshold) return;
    this.totals.set(key, { total, readAt: now });
    const oldest = this.totals.keys().next();
    if (this.totals.size > maxEntries && !oldest.done) this.totals.delete(oldest.value);
  }
}
