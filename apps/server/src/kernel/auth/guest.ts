import { errors } from "@shotkeeper/contract/kernel";
import type { Principal } from "../ctx.ts";
import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Parameter that opens a tenant's shop to visitors without a log-in. 1: open. Any other value, or none: closed. */
const openParameter = "SHOP_OPEN";
/** Longest tenant code and host name. Longer texts name no shop, and must not fill the cache. */
const longest = { code: 30, host: 253 };
/** Cache time of the found shop, ms. A changed parameter or host name takes effect after at most this time. */
const cacheMs = 3000;
/** Returns whether a shop that was read at `readAt` may still be used. Returns false if the clock was set back. */
const isFresh = (readAt: number, now: number): boolean => readAt <= now && now - readAt <= cacheMs;

/** Parts of a visitor's request that name a shop. */
export interface ShopAddress {
  /** Tenant code of the request (TENANT_ID). It takes precedence over the host name. */
  readonly code?: string | undefined;
  /** Host name of the request, without the port. */
  readonly host?: string | undefined;
}

interface TenantRow {
  readonly tenant_id: number;
  readonly code: string;
  readonly zone: string;
}

/**
 * Finds the principal of a visitor without a log-in, for operations with anonymous access. The tenant's shop must be
 * open (parameter SHOP_OPEN).
 */
export class Guests {
  private readonly cache = new Map<
    string,
    { readonly who: Promise<Principal | undefined>; readonly readAt: number }
  >();
  private only: { who: Promise<Principal | undefined>; readAt: number; isPending: boolean } | undefined;

  constructor(private readonly db: CallerDb) {}

  /**
   * Returns the visitor of the shop that the request names: by tenant code, else by host name, else the only open shop
   * of this server. Throws noToken (S0009) for an unknown or closed shop, so that nobody learns which tenants exist.
   */
  async find(address: ShopAddress, now: number): Promise<Principal> {
    const who = await this.cached(address, now);
    if (!who) throw errors.noToken();
    return who;
  }

  private cached({ code, host }: ShopAddress, now: number): Promise<Principal | undefined> {
    if ((code?.length ?? 0) > longest.code || (host?.length ?? 0) > longest.host)
      return Promise.resolve(undefined);
    if (code === undefined && host === undefined) return this.onlyShop(now);
    const key = JSON.stringify([code, code === undefined ? host : undefined]);
    const known = this.cache.get(key);
    if (known && isFresh(known.readAt, now)) return known.who;
    const who = this.read({ code, host }, now);
    // If the database fails, removes the entry from the cache, so that the next request asks the database again.
    who.catch(() => this.cache.delete(key));
    if (this.cache.size > 1000) this.cache.clear();
    this.cache.set(key, { who, readAt: now });
    return who;
  }

  private async read({ code, host = "" }: ShopAddress, now: number): Promise<Principal | undefined> {
    if (code !== undefined) return this.open(await this.tenants(sql`where code = ${code}`));
    const named = await this.tenants(sql`where shop_host = ${host.toLowerCase()}`);
    return named.length > 0 ? this.open(named) : this.onlyShop(now);
  }

  /**
   * Returns the visitor of the only open shop of this server. All tenants are searched, so concurrent requests share
   * one search, whatever their host names are.
   */
  private onlyShop(now: number): Promise<Principal | undefined> {
    const known = this.only;
    if (known && (known.isPending || isFresh(known.readAt, now))) return known.who;
    const search = this.tenants(sql.empty).then((all) => this.open(all));
    const only = { who: search, readAt: now, isPending: true };
    this.only = only;
    search.then(
      () => {
        only.isPending = false;
      },
      () => {
        this.only = undefined;
      },
    );
    return search;
  }

  private async tenants(which: ReturnType<typeof sql>): Promise<readonly TenantRow[]> {
    const [rows] = await this.db.platform(sql<TenantRow>`select tenant_id, code, zone from tenant ${which}`);
    return rows;
  }

  /** Returns the visitor of the only open shop among the tenants. Returns undefined for none and for several. */
  private async open(tenants: readonly TenantRow[]): Promise<Principal | undefined> {
    let found: Principal | undefined;
    for (const { tenant_id: tenantId, code, zone } of tenants) {
      const [open] = await this.db.run(tenantId, [
        sql`select 1 from parameter where tenant_id = ${tenantId} and prm_id = ${openParameter} and prm_value = '1'`,
      ]);
      if (open.length === 0) continue;
      if (found) return undefined;
      found = visitorOf(tenantId, code, zone);
    }
    return found;
  }
}

const visitorOf = (tenantId: number, tenantCode: string, zone: string): Principal => ({
  tenantId,
  tenantCode,
  zone,
  userId: "",
  userName: "",
  roleCode: null,
  rights: new Set(),
  scope: { kind: "none" },
  sessionHash: "",
});
