import type { Db } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import type { Tally } from "./tally.ts";

/** Input that a counter sent and the server refused, so that it did not become a reading. */
export interface Refused {
  /** Tenant id. 0: the tenant is unknown. Then only the operator of the platform sees the row. */
  readonly tenantId: number;
  readonly chip: string | undefined;
  readonly reason: "malformed" | "unknown";
  readonly payload: unknown;
}

const hour = 3_600_000;
/**
 * Maximum number of items that are stored per source and hour. Further items are only counted. So a faulty sender
 * cannot fill the disk.
 */
const perSourceAndHour = 200;
/**
 * Maximum number of items that are stored per hour from all sources together, because an attacker may use many
 * sources.
 */
const perHour = 20_000;
const payloadLength = 2000;

function textOf(payload: unknown): string {
  const text = typeof payload === "string" ? payload : (JSON.stringify(payload) ?? "");
  // Replaces NUL, which PostgreSQL text cannot store. The buffer replaces half a surrogate pair, which is not valid
  // UTF-8.
  return Buffer.from(text.slice(0, payloadLength).replaceAll("\0", "\ufffd")).toString();
}

/** Stores refused input with its reason, for the counter log. */
export class RefusedKeeper {
  private hour = 0;
  private total = 0;
  private readonly bySource = new Map<string, number>();

  constructor(
    private readonly db: Db,
    private readonly tally: Tally,
    private readonly now: () => number,
    private readonly limit = perSourceAndHour,
  ) {}

  /** Stores refused items. Resolves when the items within the limits are stored. */
  async keep(source: string, list: readonly Refused[]): Promise<void> {
    const now = this.now();
    const kept = list.slice(0, this.allow(source, list.length, now));
    this.tally.notKept.inc(list.length - kept.length);
    if (kept.length === 0) return;
    const byTenant = new Map<number, Refused[]>();
    for (const r of kept) {
      const group = byTenant.get(r.tenantId);
      if (group) group.push(r);
      else byTenant.set(r.tenantId, [r]);
    }
    for (const [tenantId, group] of byTenant) await this.db.run(tenantId, [insertSql(tenantId, group, now)]);
  }

  private allow(source: string, wanted: number, now: number): number {
    const h = Math.floor(now / hour);
    if (h !== this.hour) {
      this.hour = h;
      this.total = 0;
      this.bySource.clear();
    }
    const used = this.bySource.get(source) ?? 0;
    const n = Math.max(0, Math.min(wanted, this.limit - used, perHour - this.total));
    if (n > 0) this.bySource.set(source, used + n);
    this.total += n;
    return n;
  }
}

function insertSql(tenantId: number, group: readonly Refused[], now: number): Sql {
  const chips = group.map((r) => (r.chip === undefined ? null : textOf(r.chip).slice(0, 50)));
  const reasons = group.map((r) => r.reason);
  const payloads = group.map((r) => textOf(r.payload));
  return sql`insert into quarantine (tenant_id, chip_code, reason, payload, received_at)
    select ${tenantId}::int, chip, reason, payload, ${new Date(now)}::timestamptz
    from unnest(${chips}::text[], ${reasons}::text[], ${payloads}::text[]) as r (chip, reason, payload)`;
}
