import { AppError, errors } from "@shotkeeper/contract/kernel";
import { type MenuChange, userStatus } from "@shotkeeper/contract/system";
import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { Principal, Scope } from "../principal.ts";
import { menuChanges, openRights } from "./menus.ts";
import { isInNetworks } from "./networks.ts";
import { organizationScope, type ScopeRow, scopeOf } from "./scope.ts";
import { hasExpired, type Limits } from "./seats.ts";
import { hashSecret, randomSecret, sameSecret } from "./secret.ts";

/** Pattern of an API key: tenant id, key id and a secret of 256 bits. The two ids find the row of the key. */
const pattern = /^sk_(\d{1,9})_(\d{1,15})_[A-Za-z0-9_-]{43}$/;
/** The stored time of the last use is updated at most this often, ms. Each update is a write to the database. */
const usedMs = 60_000;

interface KeyRow extends Limits, ScopeRow {
  readonly key_name: string;
  readonly secret_hash: string;
  readonly old_hash: string | null;
  readonly old_until: string | null;
  readonly scopes: readonly string[];
  readonly key_org: string | null;
  readonly key_org_type: string | null;
  readonly networks: string | null;
  readonly expires_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly user_id: string;
  readonly user_name: string;
  readonly status: number;
  readonly rights: string[] | null;
  readonly menus: readonly MenuChange[];
  readonly code: string;
  readonly zone: string;
}

export const isApiKey = (token: string): boolean => token.startsWith("sk_");

/** Creates an API key, its hash for the database, and its first characters, by which the owner recognizes the key. */
export function newApiKey(tenantId: number, keyId: number) {
  const key = `sk_${tenantId}_${keyId}_${randomSecret(32)}`;
  return { key, hash: hashSecret(key), prefix: key.slice(0, key.length - 39) };
}

/**
 * Returns the scope of a key: its organization, or else the scope of the user who made it. A key never sees more than
 * this user.
 */
function scopeOfKey(row: KeyRow): Scope {
  const ofUser = scopeOf(row);
  if (row.key_org === null) return ofUser;
  if (ofUser.kind === "tenant") return organizationScope(row.key_org, row.key_org_type);
  return row.key_org === row.org_id ? ofUser : { kind: "none" };
}

/**
 * Returns the reason why a key with the right secret is not valid here and now. Returns undefined for a valid key.
 * `isOld`: the caller has sent the secret from before a rotation.
 */
function refusalOf(row: KeyRow, isOld: boolean, now: number, address: string): AppError | undefined {
  if (row.revoked_at !== null) return errors.keyRevoked();
  const end = isOld && row.old_until !== null ? row.old_until : row.expires_at;
  if (Math.min(Date.parse(end), Date.parse(row.expires_at)) <= now) return errors.apiKeyExpired();
  if (row.networks !== null && !isInNetworks(address, row.networks))
    return errors.apiKeyAddress(address.slice(0, 45));
  if (row.status !== userStatus.values.enabled || scopeOfKey(row).kind === "none")
    return errors.apiKeyBlocked();
  return hasExpired(row, row.zone, now) ? errors.licenceExpired() : undefined;
}

/** Error for an API key that exists but is refused. Its fields let the system log name the key. */
export class RefusedKey extends AppError {
  constructor(
    cause: AppError,
    readonly tenantId: number,
    readonly keyId: number,
    readonly keyName: string,
    /** User who made the API key. Undefined: the secret was wrong, so anybody may have sent it. */
    readonly userId: string | undefined,
  ) {
    super(cause, cause.status);
  }
}

/**
 * Authenticates programs by API keys. Nothing is cached: a revoked key, or a right that its user lost, takes effect at
 * the next request on every server.
 */
export class ApiKeys {
  constructor(private readonly db: CallerDb) {}

  /**
   * Returns the principal of an API key. If the key is not valid at the time `now` or from the network address
   * `address`, throws an error that names the reason. The error is a RefusedKey if the key exists.
   */
  async find(key: string, now: number, address: string): Promise<Principal> {
    const [, tenant, id] = pattern.exec(key) ?? [];
    if (tenant === undefined || id === undefined) throw errors.apiKeyInvalid();
    const tenantId = Number(tenant);
    const keyId = Number(id);
    const row = await this.read(tenantId, keyId);
    if (!row) throw errors.apiKeyInvalid();
    const isOld = row.old_hash !== null && sameSecret(key, row.old_hash);
    if (!isOld && !sameSecret(key, row.secret_hash))
      throw new RefusedKey(errors.apiKeyInvalid(), tenantId, keyId, row.key_name, undefined);
    // The error may name the reason of the refusal: the secret is right, so the caller owns the API key.
    const refusal = refusalOf(row, isOld, now, address);
    if (refusal) throw new RefusedKey(refusal, tenantId, keyId, row.key_name, row.user_id);
    const scope = scopeOfKey(row);
    if (now - Date.parse(row.last_used_at ?? "1970-01-01") >= usedMs)
      await this.db.run(tenantId, [
        sql`
          update api_key
          set last_used_at = ${new Date(now)}, last_used_from = ${address.slice(0, 45)}
          where tenant_id = ${tenantId} and key_id = ${keyId}
        `,
      ]);
    const held = new Set(row.rights);
    return {
      tenantId,
      tenantCode: row.code,
      zone: row.zone,
      userId: row.user_id,
      userName: row.user_name,
      roleCode: null,
      rights: openRights(
        row.scopes.filter((right) => held.has(right)),
        row.menus,
        scope.kind === "tenant" || scope.kind === "none" ? undefined : scope.orgId,
      ),
      scope,
      apiKey: { keyId, name: row.key_name },
      sessionHash: "",
    };
  }

  private async read(tenantId: number, keyId: number): Promise<KeyRow | undefined> {
    const [rows] = await this.db.run(tenantId, [
      sql<KeyRow>`
        select
          k.key_name, k.secret_hash, k.old_hash, k.old_until, k.scopes, k.org_id as key_org,
          ko.type as key_org_type, k.networks, k.expires_at, k.last_used_at, k.revoked_at,
          u.user_id, u.user_name, u.status, u.org_id, u.cust_id, o.type as org_type, r.data_scope,
          (
            select array_agg(authority)
            from role_right rr
            where rr.tenant_id = ${tenantId} and rr.role_code = u.role_code
          ) as rights,
          ${menuChanges(tenantId)} as menus, t.code, t.zone, t.due_date::text, t.validity_control,
          t.pc_count, t.pda_count
        from api_key k
        join "user" u on u.tenant_id = ${tenantId} and u.user_id = k.user_id
        join tenant t on t.tenant_id = ${tenantId}
        left join role r on r.tenant_id = ${tenantId} and r.role_code = u.role_code
        left join organization o on o.tenant_id = ${tenantId} and o.org_id = u.org_id
        left join organization ko on ko.tenant_id = ${tenantId} and ko.org_id = k.org_id
        where k.tenant_id = ${tenantId} and k.key_id = ${keyId}
      `,
    ]);
    return rows[0];
  }
}
