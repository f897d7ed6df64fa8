import { errors } from "@shotkeeper/contract/kernel";
import type { Principal } from "../ctx.ts";
import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Parameter that opens a tenant's shop to visitors without a log-in. 1: open. Any other value, or none: closed. */
const openParameter = "SHOP_OPEN";
/** Cache time of the parameter SHOP_OPEN, ms. A changed value takes effect after at most this time. */
const cacheMs = 3000;

/**
 * Finds the principal of a visitor without a log-in, for operations with anonymous access. The tenant's shop must be
 * open (`openParameter`).
 */
export class Guests {
  private readonly cache = new Map<
    string,
    { readonly who: Principal | undefined; readonly readAt: number }
  >();

  constructor(private readonly db: CallerDb) {}

  /**
   * Returns the visitor of a tenant's shop. Without a tenant code it uses the only tenant. Throws noToken (S0009) if
   * that shop is not open.
   */
  async find(tenantCode: string | undefined, now: number): Promise<Principal> {
    const key = tenantCode ?? "";
    let known = this.cache.get(key);
    if (!known || now - known.readAt > cacheMs) {
      known = { who: await this.read(tenantCode), readAt: now };
      if (this.cache.size > 1000) this.cache.clear();
      this.cache.set(key, known);
    }
    if (!known.who) throw errors.noToken();
    return known.who;
  }

  private async read(tenantCode: string | undefined): Promise<Principal | undefined> {
    const which = tenantCode === undefined ? sql.empty : sql`where code = ${tenantCode}`;
    const [tenants] = await this.db.platform(sql`select tenant_id, code, zone from tenant ${which} limit 2`);
    const found = tenants?.length === 1 ? tenants[0] : undefined;
    if (!found) return undefined;
    const tenantId = Number(found.tenant_id);
    const [open] = await this.db.run(tenantId, [
      sql`select 1 from parameter where tenant_id = ${tenantId} and prm_id = ${openParameter} and prm_value = '1'`,
    ]);
    if (!open?.length) return undefined;
    return {
      tenantId,
      tenantCode: String(found.code),
      zone: String(found.zone),
      userId: "",
      userName: "",
      roleCode: null,
      rights: new Set(),
      scope: { kind: "none" },
      sessionHash: "",
    };
  }
}
