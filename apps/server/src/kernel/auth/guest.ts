import { AppError } from "@shotkeeper/contract/kernel";
import type { Principal } from "../ctx.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** The parameter by which a tenant opens its shop to visitors: 1 open, closed where nothing is set. */
const openParameter = "SHOP_OPEN";
/** How long a shop's opening or closing may go unseen. */
const cacheMs = 3000;

/** Visitors of shops that are open: who asks without a log-in, for what needs none. */
export class Guests {
  private readonly cache = new Map<
    string,
    { readonly who: Principal | undefined; readonly readAt: number }
  >();

  constructor(private readonly db: Db) {}

  /** The visitor of a tenant's shop, or of the only tenant's where none is named. S0009: there is no such open shop. */
  async find(tenantCode: string | undefined, now: number): Promise<Principal> {
    const key = tenantCode ?? "";
    let known = this.cache.get(key);
    if (!known || now - known.readAt > cacheMs) {
      known = { who: await this.read(tenantCode), readAt: now };
      if (this.cache.size > 1000) this.cache.clear();
      this.cache.set(key, known);
    }
    if (!known.who) throw new AppError("S0009");
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
