import { hashSecret, tenantOf } from "../../kernel/auth/secret.ts";
import type { Db } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/** Authenticated gateway. It has logged in with a key or with a client certificate. */
export interface Gateway {
  readonly kind: "gateway";
  readonly tenantId: number;
  /** Name of the gateway for the rate limits. It stays the same when the gateway gets a new key. */
  readonly key: string;
  /** Name of the sender in the quarantine: first letters of the hash of the gateway's first key. */
  readonly mark: string;
  /** Hash of the gateway's key, or id of the gateway if it has logged in with a certificate. */
  readonly by: { readonly hash: string } | { readonly gatewayId: number };
}

interface Entry {
  /** Name of the sender in the quarantine (`Gateway.mark`). Undefined: no such gateway exists, or it is revoked. */
  readonly mark: string | undefined;
  /** If the gateway's key was replaced by a new one: end of the time in which the old key is still valid, epoch ms. */
  readonly until: number;
  readonly tenantId: number;
  readonly readAt: number;
}

/**
 * Lifetime of a gateway in the cache, ms. A revocation sends a notification to all servers, which empty their caches at
 * once. If the notification is lost, a revoked gateway stays valid no longer than this.
 */
const lifeMs = 10_000;
const maxEntries = 10_000;
/**
 * The stored time of the last use is updated at most this often, ms, because each update is a write to the database.
 */
const usedMs = 60_000;

const nameOf = (tenantId: number, by: Gateway["by"]): string =>
  "hash" in by ? by.hash : `${tenantId} ${by.gatewayId}`;

/** Authenticates gateways by key or client certificate. Known gateways are cached. */
export class Gateways {
  private readonly entries = new Map<string, Entry>();
  /** Incremented by every invalidation. The result of a query that began before it must not be stored as fresh. */
  private generation = 0;

  constructor(
    private readonly db: Db,
    private readonly now: () => number,
  ) {}

  /**
   * Returns the gateway that has this key. Returns undefined if the key is unknown or revoked, or was replaced and has
   * expired.
   */
  async byKey(key: string, address: string): Promise<Gateway | undefined> {
    const tenantId = tenantOf(key);
    const by = { hash: hashSecret(key) };
    return tenantId === undefined ? undefined : this.find(tenantId, by, address);
  }

  /** Returns the gateway that a client certificate names. */
  byCertificate(tenantId: number, gatewayId: number, address: string): Promise<Gateway | undefined> {
    return this.find(tenantId, { gatewayId }, address);
  }

  private async find(tenantId: number, by: Gateway["by"], address: string): Promise<Gateway | undefined> {
    const { mark } = this.peek(tenantId, by) ?? (await this.read(tenantId, by, address));
    return mark === undefined ? undefined : { kind: "gateway", tenantId, key: `g ${mark}`, mark, by };
  }

  private peek(tenantId: number, by: Gateway["by"]): Entry | undefined {
    const found = this.entries.get(nameOf(tenantId, by));
    const now = this.now();
    return found && now - found.readAt <= lifeMs && now < found.until ? found : undefined;
  }

  /**
   * Returns whether a gateway whose connection stays open may still send: it is not revoked, and its key is still
   * valid. Undefined: the gateway is not cached, so the caller must use `still`, which asks the database.
   */
  stillKnown({ tenantId, by }: Gateway): boolean | undefined {
    const found = this.peek(tenantId, by);
    return found && found.mark !== undefined;
  }

  async still({ tenantId, by }: Gateway, address: string): Promise<boolean> {
    const found = this.peek(tenantId, by) ?? (await this.read(tenantId, by, address));
    return found.mark !== undefined;
  }

  private async read(tenantId: number, by: Gateway["by"], address: string): Promise<Entry> {
    const { generation } = this;
    const now = this.now();
    const at = new Date(now);
    const isNamed: Sql =
      "hash" in by
        ? sql`(g.key_hash = ${by.hash} or (g.old_hash = ${by.hash} and g.old_until > ${at}))`
        : sql`g.gateway_id = ${by.gatewayId}`;
    const isOld = "hash" in by ? sql`g.key_hash <> ${by.hash}` : sql.raw("false");
    const isValid = sql`g.tenant_id = ${tenantId} and g.revoked_at is null and ${isNamed}`;
    const [rows] = await this.db.run(tenantId, [
      sql<{ mark: string; until: string | null }>`
        select
          coalesce(g.mark, left(g.key_hash, 12)) as mark,
          case when ${isOld} then g.old_until end as until
        from gateway g
        where ${isValid}
      `,
      sql`
        update gateway g
        set last_used_at = ${at}, last_used_from = ${address.slice(0, 45)}
        where ${isValid} and (g.last_used_at is null or g.last_used_at < ${new Date(now - usedMs)})
      `,
    ]);
    const [row] = rows;
    const entry: Entry = {
      mark: row?.mark,
      until: row?.until ? Date.parse(row.until) : Number.POSITIVE_INFINITY,
      tenantId,
      readAt: generation === this.generation ? now : Number.NEGATIVE_INFINITY,
    };
    if (this.entries.size >= maxEntries) this.entries.clear();
    this.entries.set(nameOf(tenantId, by), entry);
    return entry;
  }

  /** Invalidates the cached gateways of a tenant, after a key was made, replaced or revoked. */
  forget(tenantId: number): void {
    this.generation++;
    for (const [name, entry] of this.entries) if (entry.tenantId === tenantId) this.entries.delete(name);
  }
}
