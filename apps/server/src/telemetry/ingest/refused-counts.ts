import type { Db } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { isRemoved } from "../../kernel/failures.ts";

/**
 * Maximum time that a count is only in memory while the database is available, ms. A crash then loses at most the
 * counts of this time.
 */
const flushMs = 5000;

interface Cut {
  readonly tenantId: number;
  readonly sender: string;
  firstAt: number;
  items: number;
  lastAt: number;
}

interface Repeat {
  readonly tenantId: number;
  readonly hash: string;
  times: number;
}

/**
 * Counts refused items that are not stored, and items that were received again. A flood of such items costs one write
 * per tenant every `flushMs`.
 */
export class RefusedCounts {
  private cuts = new Map<string, Cut>();
  private repeats = new Map<string, Repeat>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly db: Db) {}

  /**
   * Counts items of a sender that are not stored, because they exceed the limits of the quarantine (`RefusedLimits`).
   */
  cut(tenantId: number, sender: string, items: number, at: number, firstAt = at): void {
    const key = `${tenantId} ${sender}`;
    const known = this.cuts.get(key);
    if (known) {
      known.items += items;
      known.firstAt = Math.min(known.firstAt, firstAt);
      known.lastAt = Math.max(known.lastAt, at);
    } else this.cuts.set(key, { tenantId, sender, items, firstAt, lastAt: at });
    this.schedule();
  }

  /** Counts how often an item that is already stored is received again. */
  repeat(tenantId: number, hash: string, times = 1): void {
    const key = `${tenantId} ${hash}`;
    const known = this.repeats.get(key);
    if (known) known.times += times;
    else this.repeats.set(key, { tenantId, hash, times });
    this.schedule();
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  /** Writes all counts. If the database is down, they stay in memory and are written later. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const cuts = [...this.cuts.values()];
    const repeats = [...this.repeats.values()];
    this.cuts = new Map();
    this.repeats = new Map();
    for (const tenantId of new Set([...cuts, ...repeats].map((c) => c.tenantId))) {
      const mine = cuts.filter((c) => c.tenantId === tenantId);
      const again = repeats.filter((r) => r.tenantId === tenantId);
      try {
        await this.db.run(tenantId, [cutsSql(tenantId, mine), repeatsSql(tenantId, again)]);
      } catch (cause) {
        if (isRemoved(cause)) continue;
        for (const c of mine) this.cut(tenantId, c.sender, c.items, c.lastAt, c.firstAt);
        for (const r of again) this.repeat(tenantId, r.hash, r.times);
      }
    }
  }
}

const iso = (ms: number) => new Date(ms).toISOString();

function cutsSql(tenantId: number, cuts: readonly Cut[]): Sql {
  return sql`
    insert into quarantine_cut as c (tenant_id, sender, items, first_at, last_at)
    select ${tenantId}::int, sender, items, first_at, last_at
    from unnest(
      ${cuts.map((c) => c.sender)}::text[], ${cuts.map((c) => c.items)}::bigint[],
      ${cuts.map((c) => iso(c.firstAt))}::timestamptz[], ${cuts.map((c) => iso(c.lastAt))}::timestamptz[]
    ) as x (sender, items, first_at, last_at)
    on conflict (tenant_id, sender) do update
    set items = c.items + excluded.items, last_at = greatest(c.last_at, excluded.last_at)
  `;
}

function repeatsSql(tenantId: number, repeats: readonly Repeat[]): Sql {
  return sql`
    update quarantine q
    set repeats = q.repeats + x.times
    from unnest(${repeats.map((r) => r.hash)}::text[], ${repeats.map((r) => r.times)}::int[]) as x (hash, times)
    where q.tenant_id = ${tenantId} and q.payload_hash = x.hash
  `;
}
