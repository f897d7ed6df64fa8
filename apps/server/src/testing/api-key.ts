import type { App } from "../app.ts";
import type { Principal } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { dispatch } from "../kernel/dispatch.ts";
import { allRights } from "../tenants/create-tenant.ts";

export interface TestKey {
  readonly keyId: number;
  readonly key: string;
  /** Headers with which a request uses the API key. */
  readonly headers: { readonly authorization: string };
}

interface KeyOptions {
  readonly scopes: readonly string[];
  readonly orgId?: string;
  readonly networks?: string;
  readonly days?: number;
  /** User who makes the API key. Default: admin. This user must have the scopes of the key. */
  readonly userId?: string;
}

const dayMs = 86_400_000;
let made = 0;

/**
 * Makes an API key by the command rf_MakeApiKey. Returns the key with its id, and the headers for requests with the
 * key.
 */
export async function makeTestKey(app: App, tenantId: number, o: KeyOptions): Promise<TestKey> {
  const now = app.now();
  const token = await app.sessions.open(tenantId, o.userId ?? "admin", "PC", false, now);
  const { who } = await app.sessions.find(token, now);
  const { db, events, sessions, secrets, registry } = app;
  const answer = await dispatch({ db, events, sessions, secrets, who, now }, registry, {
    Type: "rf_MakeApiKey",
    InParams: {
      KEY_NAME: `key ${++made}`,
      SCOPES: o.scopes,
      ORGANIZATION_ID: o.orgId ?? null,
      NETWORKS: o.networks ?? null,
      EXPIRES_TIME: new Date(now + (o.days ?? 365) * dayMs).toISOString(),
    },
  });
  const { KEY_ID: keyId, KEY: key } = JSON.parse(answer.data ?? "{}") as { KEY_ID: number; KEY: string };
  return { keyId, key, headers: { authorization: `Bearer ${key}` } };
}

/** Replaces the stored scopes of a key. So a test can give a key rights that the command refuses. */
export async function forceScopes(
  app: App,
  tenantId: number,
  keyId: number,
  scopes: readonly string[] = allRights(),
): Promise<void> {
  await app.db.run(tenantId, [
    sql`
      update api_key
      set scopes = ${JSON.stringify(scopes)}::jsonb
      where tenant_id = ${tenantId} and key_id = ${keyId}
    `,
  ]);
}

/** Returns the principal of an API key, as the APIs see it. */
export async function principalOfKey(app: App, { key }: TestKey): Promise<Principal> {
  return (await app.sessions.find(key, app.now(), { address: "127.0.0.1" })).who;
}
