import { clientSecretPurpose } from "../kernel/auth/oidc/settings.ts";
import { totpPurpose } from "../kernel/auth/second-factor/totp.ts";
import type { Db } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";
import type { Secrets } from "../kernel/secrets.ts";
import { exportSecretPurpose } from "../modules/data-out/index.ts";
import { aesPurpose, tokenPurpose } from "../telemetry/connector/connectors.ts";

/**
 * Tables with sealed (encrypted) secrets. `purpose` must return the same text as the module uses to seal the secret of
 * the row.
 */
const places = [
  {
    rows: (tenantId: number) =>
      sql<StoredSecret>`select rule_id as id, secret from notice_secret where tenant_id = ${tenantId}`,
    store: (tenantId: number, row: StoredSecret, sealed: string) =>
      sql`update notice_secret
        set secret = ${sealed}
        where tenant_id = ${tenantId} and rule_id = ${row.id} and secret = ${row.secret}`,
    purpose: (id: string) => `webhook ${id}`,
  },
  {
    rows: (tenantId: number) =>
      sql<StoredSecret>`select user_id as id, secret from user_totp where tenant_id = ${tenantId}`,
    store: (tenantId: number, row: StoredSecret, sealed: string) =>
      sql`update user_totp
        set secret = ${sealed}
        where tenant_id = ${tenantId} and user_id = ${row.id} and secret = ${row.secret}`,
    purpose: totpPurpose,
  },
  {
    rows: (tenantId: number) =>
      sql<StoredSecret>`
        select issuer as id, client_secret as secret
        from sso_setting
        where tenant_id = ${tenantId} and client_secret <> ''
      `,
    store: (tenantId: number, row: StoredSecret, sealed: string) =>
      sql`update sso_setting
        set client_secret = ${sealed}
        where tenant_id = ${tenantId} and client_secret = ${row.secret}`,
    purpose: () => clientSecretPurpose,
  },
  {
    rows: (tenantId: number) =>
      sql<StoredSecret>`select export_id as id, secret from data_export_secret where tenant_id = ${tenantId}`,
    store: (tenantId: number, row: StoredSecret, sealed: string) =>
      sql`update data_export_secret
        set secret = ${sealed}
        where tenant_id = ${tenantId} and export_id = ${row.id} and secret = ${row.secret}`,
    purpose: exportSecretPurpose,
  },
  {
    rows: (tenantId: number) =>
      sql<StoredSecret>`
        select connector_id::text as id, platform_token as secret
        from connector
        where tenant_id = ${tenantId} and platform_token is not null
      `,
    store: (tenantId: number, row: StoredSecret, sealed: string) =>
      sql`update connector
        set platform_token = ${sealed}
        where tenant_id = ${tenantId} and connector_id = ${Number(row.id)} and platform_token = ${row.secret}`,
    purpose: (id: string) => tokenPurpose(Number(id)),
  },
  {
    rows: (tenantId: number) =>
      sql<StoredSecret>`
        select connector_id::text as id, aes_key as secret
        from connector
        where tenant_id = ${tenantId} and aes_key is not null
      `,
    store: (tenantId: number, row: StoredSecret, sealed: string) =>
      sql`update connector
        set aes_key = ${sealed}
        where tenant_id = ${tenantId} and connector_id = ${Number(row.id)} and aes_key = ${row.secret}`,
    purpose: (id: string) => aesPurpose(Number(id)),
  },
] as const;

interface StoredSecret {
  readonly id: string;
  readonly secret: string;
}

/**
 * `changed`: number of secrets that were encrypted again. `lost`: number of secrets that no key of SECRET_KEY can
 * decrypt.
 */
export interface Resealed {
  changed: number;
  lost: number;
}

/** Encrypts a tenant's stored secrets with the first key of SECRET_KEY, if they are not encrypted with it already. */
export async function resealSecretsOf(tenantId: number, db: Db, secrets: Secrets): Promise<Resealed> {
  const done: Resealed = { changed: 0, lost: 0 };
  // Reads all secrets of a tenant in one round trip, because this runs for each tenant at each start.
  const found = await db.run(
    tenantId,
    places.map(({ rows }) => rows(tenantId)),
  );
  for (const [i, { store, purpose }] of places.entries()) {
    for (const row of found[i] ?? []) {
      if (!secrets.isOld(row.secret)) continue;
      let plain: string;
      try {
        plain = secrets.open(tenantId, purpose(row.id), row.secret);
      } catch {
        // Leaves the secret unchanged if its key is missing: an operator can still add the key to SECRET_KEY again.
        done.lost++;
        continue;
      }
      await db.run(tenantId, [store(tenantId, row, secrets.seal(tenantId, purpose(row.id), plain))]);
      done.changed++;
    }
  }
  return done;
}

/**
 * Finds the stored secrets of all tenants that are not encrypted with the first key of SECRET_KEY, and encrypts them
 * with this key. Runs at each start of the server. An operator can therefore change the key by restarting the server;
 * docs/operations.md has the steps.
 */
export async function resealSecrets(db: Db, secrets: Secrets): Promise<Resealed> {
  const [tenants] = await db.platform(sql`select tenant_id from tenant order by 1`);
  const all: Resealed = { changed: 0, lost: 0 };
  for (const { tenant_id } of tenants ?? []) {
    const { changed, lost } = await resealSecretsOf(Number(tenant_id), db, secrets);
    all.changed += changed;
    all.lost += lost;
  }
  return all;
}
